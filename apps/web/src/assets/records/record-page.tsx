import { Button, buttonClass } from '@city-mint/ui/button.tsx';
import { FilterChips } from '@city-mint/ui/choice.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode, partOf } from '#platform/lazy-code.ts';
import { getRouteApi, Link } from '#platform/router/router.tsx';
import { boundsOf, daysSince, rangeOf } from '#platform/time-range.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { OwnAmounts } from '#ui/own-amounts.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RangeFilter } from '#ui/range-filter.tsx';
import { eventSumsQuery, eventsQuery } from '../assets-queries.ts';
import { parseRecordSearch, type RecordSearch } from '../assets-search.ts';
import { KINDS } from './event-kinds.ts';
import type { AssetEvent } from './events-csv.ts';
import { EventCard } from './views/event-card.tsx';
import { EventDay, EventSums } from './views/event-sums.tsx';

const route = getRouteApi('/record', parseRecordSearch);
const EXPORT = lazyCode(['assets'], () => import('./events-csv.ts'));

/** Recharges and withdrawals by day, newest first, filtered by kind and time: the totals, then each of them. */
export function RecordPage() {
  const t = useTranslations('assets.record');
  const gate = useTranslations('assets.gate');
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/assets" aside={<ExportButton />} />
      <SessionGate text={gate('record')}>
        <OwnAmounts>
          <Records />
        </OwnAmounts>
      </SessionGate>
    </Page>
  );
}

function useFilter() {
  const { kind, ...range } = route.useSearch();
  const times = rangeOf(range, Date.now());
  return { kind, range, times, filter: { ...(kind === undefined ? {} : { kind }), ...times } };
}

function Records() {
  const t = useTranslations('assets.record');
  const navigate = route.useNavigate();
  const { address } = useVisitor();
  const { kind, range, times, filter } = useFilter();
  const events = useInfiniteQuery({ ...eventsQuery(address ?? '', filter), enabled: address !== null });
  const pages = events.data?.pages;
  // Without a range, the totals cover the days listed so far.
  const bounds = boundsOf(times ?? daysSince(pages?.at(-1)?.items.at(-1)?.at, Date.now()));
  const isAny = (pages?.[0]?.items.length ?? 0) > 0;
  const sums = useQuery({ ...eventSumsQuery(address ?? '', bounds), enabled: address !== null && isAny });
  const go = (next: RecordSearch) => void navigate({ search: next, replace: true });
  const dayOf = ({ at }: AssetEvent) => String(bounds.findLast((bound) => bound <= at) ?? bounds[0]);
  const known = sums.isPlaceholderData ? undefined : sums.data;
  return (
    <>
      <div className="flex flex-col gap-2">
        <FilterChips
          label={t('kind')}
          options={[{ value: 'all', label: t('all') }, ...KINDS.map((value) => ({ value, label: t(value) }))]}
          value={kind ?? 'all'}
          onChange={(value) => go(value === 'all' ? range : { ...range, kind: value })}
        />
        <RangeFilter range={range} onChange={(next) => go({ ...(kind === undefined ? {} : { kind }), ...next })} />
      </div>
      {isAny && sums.data !== undefined && <EventSums sums={sums.data} kind={kind} />}
      <InfiniteList
        label={t('title')}
        query={events}
        keyOf={(event) => event.eventId}
        renderItem={(event) => <EventCard event={event} />}
        groups={{
          keyOf: dayOf,
          renderHeading: (from) => (
            <EventDay from={Number(from)} sums={known?.spans.find((span) => span.from === Number(from))} kind={kind} />
          ),
        }}
        empty={<Empty isFiltered={kind !== undefined || times !== null} onShowAll={() => go({})} />}
      />
    </>
  );
}

function Empty({ isFiltered, onShowAll }: { readonly isFiltered: boolean; readonly onShowAll: () => void }) {
  const t = useTranslations('assets');
  return isFiltered ? (
    <EmptyState
      icon="record"
      title={t('record.emptyFiltered')}
      action={
        <Button kind="soft" size="small" onClick={onShowAll}>
          {t('record.all')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon="record"
      title={t('record.empty')}
      text={t('record.emptyText')}
      action={
        <Link to="/deposit" className={buttonClass('primary', 'small')}>
          {t('recharge')}
        </Link>
      }
    />
  );
}

function ExportButton() {
  const t = useTranslations('assets.record');
  const { stage } = useVisitor();
  const { filter } = useFilter();
  const [isBusy, setIsBusy] = useState(false);
  if (stage !== 'authorized') return null;
  const run = async () => {
    setIsBusy(true);
    try {
      await (await partOf(EXPORT))?.exportEvents(filter);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button kind="plain" size="small" className="-mr-4 shrink-0" busy={isBusy} onClick={() => void run()}>
      {t('export')}
    </Button>
  );
}
