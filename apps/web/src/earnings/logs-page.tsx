import { EARNINGS_TYPE_NAMES } from '@city-mint/domain/rewards/earnings-types';
import { Button, buttonClass } from '@city-mint/ui/button.tsx';
import { FilterChips } from '@city-mint/ui/choice.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { getRouteApi } from '#platform/router/router.tsx';
import { boundsOf, daysSince, rangeOf } from '#platform/time-range.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { OwnAmounts } from '#ui/own-amounts.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RangeFilter } from '#ui/range-filter.tsx';
import type { Earning } from './earnings-csv.ts';
import { earningKey, earningsQuery, spansQuery } from './earnings-queries.ts';
import { type EarningsSearch, parseEarningsSearch } from './earnings-search.ts';
import { exportEarnings } from './export-earnings.ts';
import { BillSheet } from './views/bill-sheet.tsx';
import { EarningRow } from './views/earning-row.tsx';
import { SpanHeading } from './views/span-heading.tsx';
import { SumCard } from './views/sum-card.tsx';

const route = getRouteApi('/earningsLogs', parseEarningsSearch);

/** Every earning, newest first, by type and time: the sum of the filter, then day by day. */
export function EarningsLogsPage() {
  const t = useTranslations('earnings.list');
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/earnings_aic" aside={<ExportButton />} />
      <SessionGate text={t('gate')}>
        <Logs />
      </SessionGate>
    </Page>
  );
}

function useFilter() {
  const { type, ...range } = route.useSearch();
  const times = rangeOf(range, Date.now());
  return { type, range, times, filter: { ...(type === undefined ? {} : { type }), ...times } };
}

function Logs() {
  const t = useTranslations('earnings');
  const navigate = route.useNavigate();
  const { address } = useVisitor();
  const { type, range, times, filter } = useFilter();
  const [bill, setBill] = useState<Earning | null>(null);
  const earnings = useInfiniteQuery({ ...earningsQuery(address ?? '', filter), enabled: address !== null });
  // Without a range, the bounds cover the days listed so far.
  const bounds = boundsOf(times ?? daysSince(earnings.data?.pages.at(-1)?.items.at(-1)?.at, Date.now()));
  const spans = useQuery({
    ...spansQuery(address ?? '', { type, bounds }),
    enabled: address !== null && (times !== null || (earnings.data?.pages[0]?.items.length ?? 0) > 0),
  });
  const go = (search: EarningsSearch) => void navigate({ search, replace: true });
  const spanOf = ({ at }: Earning) => String(bounds.findLast((bound) => bound <= at) ?? bounds[0]);
  return (
    <>
      <div className="flex flex-col gap-2">
        <FilterChips
          label={t('list.type')}
          options={(['all', ...EARNINGS_TYPE_NAMES] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
          value={type ?? 'all'}
          onChange={(value) => go(value === 'all' ? range : { ...range, type: value })}
        />
        <RangeFilter range={range} onChange={(next) => go({ ...(type === undefined ? {} : { type }), ...next })} />
      </div>
      <OwnAmounts>
        {spans.data !== undefined && <SumCard spans={spans.data} />}
        <InfiniteList
          label={t('list.label')}
          query={earnings}
          keyOf={earningKey}
          renderItem={(earning) => <EarningRow earning={earning} onOpen={() => setBill(earning)} />}
          groups={{
            keyOf: spanOf,
            renderHeading: (from) => (
              <SpanHeading
                from={Number(from)}
                sums={
                  spans.isPlaceholderData ? undefined : spans.data?.spans.find((span) => span.from === Number(from))
                }
              />
            ),
          }}
          empty={<Empty isFiltered={type !== undefined || times !== null} onShowAll={() => go({})} />}
        />
      </OwnAmounts>
      <BillSheet earning={bill} address={address} onClose={() => setBill(null)} />
    </>
  );
}

function Empty({ isFiltered, onShowAll }: { readonly isFiltered: boolean; readonly onShowAll: () => void }) {
  const t = useTranslations('earnings.list');
  if (!isFiltered) return <EmptyState icon="record" title={t('empty')} text={t('emptyText')} />;
  return (
    <EmptyState
      icon="record"
      title={t('emptyFiltered')}
      action={
        <Button kind="soft" size="small" onClick={onShowAll}>
          {t('showAll')}
        </Button>
      }
    />
  );
}

function ExportButton() {
  const t = useTranslations('earnings.csv');
  const { stage } = useVisitor();
  const { filter } = useFilter();
  const [count, setCount] = useState<number | null>(null);
  if (stage !== 'authorized') return null;
  const run = async () => {
    setCount(0);
    await exportEarnings({ filter, onProgress: setCount });
    setCount(null);
  };
  return (
    <>
      <button
        type="button"
        onClick={() => void run()}
        disabled={count !== null}
        className={`${buttonClass('plain', 'small')} -mr-4 shrink-0`}
      >
        {t('export')}
      </button>
      <span role="status" className="sr-only">
        {count !== null && t('reading', { count })}
      </span>
    </>
  );
}
