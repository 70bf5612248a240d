import { TAX_PROGRAMS } from '@city-mint/api-contract/statement/tax-programs';
import { Button } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { getRouteApi } from '#platform/router/router.tsx';
import { serverNow } from '#platform/server-clock.ts';
import type { RangeSearch, TimeRange } from '#platform/time-range.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Fold } from '#ui/fold.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RangeFilter } from '#ui/range-filter.tsx';
import { downloadStatement } from './download-statement.ts';
import { statementQuery } from './earnings-queries.ts';
import { parseStatementSearch, periodOf } from './statement-search.ts';
import { StatementCard } from './views/statement-card.tsx';

/** Names of products, which no language translates. */
const PROGRAM_NAMES = { koinly: 'Koinly', cointracking: 'CoinTracking' } as const;

const route = getRouteApi('/statement', parseStatementSearch);

/** The statement of a period: balances at both ends and their changes, to download or print. */
export function StatementPage() {
  const t = useTranslations('earnings.statement');
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/earnings_aic" />
      <SessionGate text={t('gate')}>
        <PeriodOfStatement />
      </SessionGate>
    </Page>
  );
}

function PeriodOfStatement() {
  const t = useTranslations('earnings.statement');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { address } = useVisitor();
  // The opening time of the screen, so that it keeps showing one statement.
  const [now] = useState(serverNow);
  const period = periodOf(search, now);
  const go = (next: RangeSearch) => void navigate({ search: next, replace: true });
  return (
    <>
      <div className="print:hidden">
        <RangeFilter range={search} onChange={go} />
      </div>
      {period === null || address === null ? (
        <EmptyState icon="clock" title={t('choose')} text={t('future')} />
      ) : (
        <Statement period={period} address={address} />
      )}
    </>
  );
}

function Statement({ period, address }: { readonly period: TimeRange; readonly address: string }) {
  const t = useTranslations('earnings.statement');
  const statement = useQuery(statementQuery(address, period));
  if (statement.isPending) return <SkeletonRows rows={4} />;
  if (statement.data === undefined) {
    return <ErrorState error={statement.error} onRetry={() => void statement.refetch()} />;
  }
  const shown = { from: statement.data.from, to: statement.data.to };
  return (
    <>
      <div>
        <KeyValues rows={[{ label: t('period'), value: `${formatTime(shown.from)} – ${formatTime(shown.to)}` }]} />
        <p className="border-t border-line py-2.5 text-sm text-muted">
          {t('wallet')} <span className="block font-mono text-xs break-all text-ink">{address}</span>
        </p>
        <p className="text-xs text-muted">{t('text')}</p>
      </div>
      {statement.data.currencies.map((currency) => (
        <StatementCard key={currency.currency} statement={currency} period={shown} />
      ))}
      <Button className="w-full print:hidden" onClick={() => window.print()}>
        {t('print')}
      </Button>
      <div className="tiles print:hidden">
        <Button kind="soft" onClick={() => void downloadStatement(shown, 'csv')}>
          {t('csv')}
        </Button>
        <Button kind="soft" onClick={() => void downloadStatement(shown, 'json')}>
          {t('json')}
        </Button>
      </div>
      <Fold title={t('tax')} className="rounded-2xl border border-line print:hidden">
        <div className="tiles px-4 pb-4">
          {TAX_PROGRAMS.map((program) => (
            <Button key={program} kind="soft" onClick={() => void downloadStatement(shown, program)}>
              {PROGRAM_NAMES[program]}
            </Button>
          ))}
        </div>
      </Fold>
    </>
  );
}
