import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getRouteApi } from '#platform/router/router.tsx';
import { rangeOf } from '#platform/time-range.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { FilterChips } from '#ui/choice.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RangeFilter } from '#ui/range-filter.tsx';
import { eventsQuery } from './assets-queries.ts';
import { type EventKind, parseRecordSearch, type RecordSearch } from './assets-search.ts';
import { EventCard } from './views/event-card.tsx';

const route = getRouteApi('/record', parseRecordSearch);
const KINDS: readonly EventKind[] = ['recharge', 'withdrawal'];

/** Recharges and withdrawals, newest first, filtered by kind and time. */
export function RecordPage() {
  const t = useTranslations('assets.record');
  const gate = useTranslations('assets.gate');
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/assets" />
      <SessionGate text={gate('record')}>
        <Records />
      </SessionGate>
    </Page>
  );
}

function Records() {
  const t = useTranslations('assets.record');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { address } = useVisitor();
  const { kind, ...range } = search;
  const times = rangeOf(range, Date.now());
  const filter = { ...(kind === undefined ? {} : { kind }), ...times };
  const events = useInfiniteQuery({ ...eventsQuery(address ?? '', filter), enabled: address !== null });
  const go = (next: RecordSearch) => void navigate({ search: next, replace: true });
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
      <InfiniteList
        label={t('title')}
        query={events}
        keyOf={(event) => event.eventId}
        renderItem={(event) => <EventCard event={event} />}
        empty={
          kind === undefined && times === null ? (
            <EmptyState icon="record" title={t('empty')} text={t('emptyText')} />
          ) : (
            <EmptyState icon="record" title={t('emptyFiltered')} />
          )
        }
      />
    </>
  );
}
