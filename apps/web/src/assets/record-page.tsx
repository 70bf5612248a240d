import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatRange } from '#platform/format.ts';
import { getRouteApi } from '#platform/router/router.tsx';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { Button } from '#ui/button.tsx';
import { FilterChips } from '#ui/choice.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { preloadSheet } from '#ui/sheet.tsx';
import { eventsQuery } from './assets-queries.ts';
import type { EventKind, RecordSearch } from './assets-search.ts';
import { EventCard } from './views/event-card.tsx';
import { RangeSheet } from './views/range-sheet.tsx';

const route = getRouteApi('/record');
const KINDS: readonly EventKind[] = ['recharge', 'withdrawal'];

/** Recharges and withdrawals, newest first, filtered by kind and time. */
export function RecordPage() {
  const t = useTranslations('assets.record');
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/assets" />
      <SessionGate>
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
  const [picking, setPicking] = useState(false);
  const events = useInfiniteQuery({ ...eventsQuery(address ?? '', search), enabled: address !== null });
  const go = (next: RecordSearch) => void navigate({ search: next, replace: true });
  const { kind: _kind, ...range } = search;
  const hasRange = search.from !== undefined && search.to !== undefined;
  return (
    <>
      <div className="flex flex-col gap-2">
        <FilterChips
          label={t('kind')}
          options={[{ value: 'all', label: t('all') }, ...KINDS.map((value) => ({ value, label: t(value) }))]}
          value={search.kind ?? 'all'}
          onChange={(value) => go(value === 'all' ? range : { ...range, kind: value })}
        />
        <div className="flex items-center gap-2">
          <Button
            kind="plain"
            size="small"
            className="-ml-4 min-w-0 text-left figures"
            onPointerEnter={preloadSheet}
            onClick={() => setPicking(true)}
          >
            <Icon name="clock" />
            {search.from !== undefined && search.to !== undefined ? formatRange(search.from, search.to) : t('filter')}
          </Button>
          {hasRange && (
            <Button
              kind="soft"
              size="small"
              className="shrink-0 whitespace-nowrap"
              onClick={() => go(search.kind === undefined ? {} : { kind: search.kind })}
            >
              {t('clear')}
            </Button>
          )}
        </div>
      </div>
      <InfiniteList
        label={t('title')}
        query={events}
        keyOf={(event) => event.eventId}
        renderItem={(event) => <EventCard event={event} />}
        empty={
          search.kind === undefined && !hasRange ? (
            <EmptyState icon="record" title={t('empty')} text={t('emptyText')} />
          ) : (
            <EmptyState icon="record" title={t('emptyFiltered')} />
          )
        }
      />
      <RangeSheet
        key={`${search.from}-${search.to}`}
        open={picking}
        from={search.from ?? null}
        to={search.to ?? null}
        onApply={(next) => {
          setPicking(false);
          go({ ...(search.kind === undefined ? {} : { kind: search.kind }), ...next });
        }}
        onClose={() => setPicking(false)}
      />
    </>
  );
}
