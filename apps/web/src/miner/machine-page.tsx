import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { Skeleton, SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { Link } from '#platform/router/router.tsx';
import { serverNow } from '#platform/server-clock.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { Amount } from '#ui/amount.tsx';
import { Bars } from '#ui/bars.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { claimPending, linkAccount } from './claim-flow.ts';
import { type ClaimStatus, claimStatus } from './claim-status.ts';
import { machinesQuery, minedDaysQuery } from './miner-queries.ts';
import { ClaimCard } from './views/claim-card.tsx';
import { DayDial } from './views/day-dial.tsx';
import { MachinePlate, utcDay } from './views/machine-plate.tsx';
import { UidSheet } from './views/uid-sheet.tsx';

/** Number of days that the bars show. */
const DAYS = 28;
/** Number of machines before the link to all of them. */
const SHOWN_MACHINES = 3;

/** My FMC miner: today's share, hash power to claim, output, machines. */
export function MachinePage() {
  const t = useTranslations('miner');
  return (
    <Page tabBar={false}>
      <PageHeader
        title={t('title')}
        backTo="/earnings_aic"
        aside={
          <Link to="/earnings_fmc" className="tap inline-flex items-center text-sm font-semibold text-accent-ink">
            {t('records')}
          </Link>
        }
      />
      <SessionGate sample="dial" text={t('gate')}>
        <Miner />
      </SessionGate>
    </Page>
  );
}

function Miner() {
  const { address } = useVisitor();
  const machines = useInfiniteQuery({ ...machinesQuery(address ?? ''), enabled: address !== null });
  const days = useQuery({ ...minedDaysQuery(address ?? '', DAYS), enabled: address !== null });
  const refresh = () => Promise.all([machines.refetch(), days.refetch()]);
  const first = machines.data?.pages[0];
  if (first === undefined || days.data === undefined || address === null) {
    const error = machines.error ?? days.error;
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refresh()} />;
  }
  const status = claimStatus(first.totals);
  return (
    <>
      <PullToRefresh onRefresh={refresh}>
        <div className="flex flex-col gap-5">
          <DayDial totals={first.totals} onClose={() => void refresh()} />
          <ClaimCard status={status} />
          <Output days={days.data} />
          <Machines machines={first.items} count={first.totals.machines} />
        </div>
      </PullToRefresh>
      <ClaimFooter status={status} address={address} />
    </>
  );
}

function ClaimFooter({ status, address }: { readonly status: ClaimStatus; readonly address: string }) {
  const t = useTranslations('miner.claim');
  const [isLinking, setIsLinking] = useState(false);
  return (
    <>
      {(status.kind === 'claim' || status.kind === 'link') && (
        <Button
          className="sticky bottom-4 w-full shadow-float"
          onClick={() => (status.kind === 'claim' ? void claimPending() : setIsLinking(true))}
        >
          {t('submit', { amount: shownAmount(status.pending) })}
        </Button>
      )}
      {(status.kind === 'rejected' || status.kind === 'taken') && (
        <Button className="sticky bottom-4 w-full shadow-float" onClick={() => setIsLinking(true)}>
          {t('again')}
        </Button>
      )}
      <UidSheet open={isLinking} address={address} onLink={linkAccount} onClose={() => setIsLinking(false)} />
    </>
  );
}

function Output({ days }: { readonly days: ReplyOf<'POST /api/biz/fmc/days'> }) {
  const t = useTranslations('miner.output');
  if (days.total === '0') return null;
  return (
    <Card className="flex flex-col gap-3">
      <SectionTitle
        aside={
          <>
            {t('aside')} · {t('sum')} <Amount value={days.total} unit="FMC" compact />
          </>
        }
      >
        {t('title')}
      </SectionTitle>
      <Bars
        label={t('label')}
        unit="FMC"
        points={days.days.map(({ day, output }) => ({ at: day, value: output }))}
        nameOf={(day) => utcDay(day).slice(5)}
      />
    </Card>
  );
}

type MachinesProps = {
  readonly machines: ReplyOf<'POST /api/biz/fmc/machines'>['items'];
  readonly count: number;
};

function Machines({ machines, count }: MachinesProps) {
  const t = useTranslations('miner.machines');
  if (count === 0) {
    return (
      <Card>
        <EmptyState icon="power" title={t('empty')} text={t('emptyText')} />
      </Card>
    );
  }
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle aside={t('count', { count })}>{t('title')}</SectionTitle>
      {machines.slice(0, SHOWN_MACHINES).map((machine) => (
        <MachinePlate key={machine.machineId} machine={machine} now={serverNow()} />
      ))}
      {count > SHOWN_MACHINES && (
        <Link
          to="/earnings_fmc"
          search={{ tab: 'machines' }}
          className="tap inline-flex items-center justify-center text-sm font-semibold text-accent-ink"
        >
          {t('all')}
        </Link>
      )}
    </section>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-5" aria-hidden="true">
      <Skeleton className="h-[4rem] w-full rounded-2xl" />
      <Skeleton className="h-[1.7rem] w-full rounded-xl" />
      <SkeletonRows rows={2} />
    </div>
  );
}
