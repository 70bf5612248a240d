import type { Currency } from '@city-mint/domain/ledger/currencies';
import { buttonClass } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Choice } from '@city-mint/ui/choice.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { Skeleton, SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { boundsOf, rangeOf } from '#platform/time-range.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { Bars } from '#ui/bars.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { OwnAmounts } from '#ui/own-amounts.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { spansQuery, totalsQuery } from './earnings-queries.ts';
import { EarningsHero } from './views/earnings-hero.tsx';
import { SourcesCard } from './views/sources-card.tsx';

/** The account's earnings of the last 30 days: stages, days, and sources. */
export function EarningsPage() {
  const t = useTranslations('earnings');
  return (
    <Page>
      <PageHeader
        title={t('title')}
        aside={
          <Link to="/statement" className="tap inline-flex items-center text-sm font-semibold text-accent-ink">
            {t('toStatement')}
          </Link>
        }
      />
      <SessionGate sample="coins" text={t('gate')}>
        <OwnAmounts>
          <Earnings />
        </OwnAmounts>
      </SessionGate>
    </Page>
  );
}

function Earnings() {
  const { address } = useVisitor();
  const range = rangeOf({ days: 30 }, Date.now()) ?? { from: 0, to: 1 };
  const totals = useQuery({ ...totalsQuery(address ?? ''), enabled: address !== null });
  const spans = useQuery({ ...spansQuery(address ?? '', { bounds: boundsOf(range) }), enabled: address !== null });
  const refresh = () => Promise.all([totals.refetch(), spans.refetch()]);
  if (totals.data === undefined || spans.data === undefined) {
    const error = totals.error ?? spans.error;
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refresh()} />;
  }
  return (
    <PullToRefresh onRefresh={refresh}>
      <div className="flex flex-col gap-5">
        <EarningsHero
          stages={totals.data.byStage}
          earned={spans.data.byCurrency}
          cost={spans.data.cost}
          onDue={() => void refresh()}
        />
        <Days spans={spans.data.spans} />
        <SourcesCard types={spans.data.byType} />
      </div>
    </PullToRefresh>
  );
}

type Span = { readonly from: number; readonly JU: string; readonly FMC: string };

function Days({ spans }: { readonly spans: readonly Span[] }) {
  const t = useTranslations('earnings');
  const [currency, setCurrency] = useState<Currency>('FMC');
  if (spans.every(({ JU, FMC }) => JU === '0' && FMC === '0')) {
    return (
      <Card>
        <EmptyState
          icon="record"
          title={t('empty')}
          text={t('emptyText')}
          action={
            <Link to="/city" className={buttonClass('soft', 'small')}>
              {t('toCities')}
            </Link>
          }
        />
      </Card>
    );
  }
  return (
    <Card className="flex flex-col gap-3">
      <SectionTitle
        aside={
          <div className="w-36">
            <Choice
              label={t('days.currency')}
              options={[
                { value: 'FMC', label: 'FMC' },
                { value: 'JU', label: 'JU' },
              ]}
              value={currency}
              onChange={setCurrency}
            />
          </div>
        }
      >
        {t('days.title')}
      </SectionTitle>
      <Bars
        label={t('days.label', { currency })}
        unit={currency}
        points={spans.map((span) => ({ at: span.from, value: span[currency] }))}
      />
    </Card>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-5" aria-hidden="true">
      <Skeleton className="h-[3rem] w-full rounded-2xl" />
      <Skeleton className="h-[1.9rem] w-full rounded-xl" />
      <SkeletonRows rows={3} />
    </div>
  );
}
