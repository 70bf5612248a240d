import { FilterChips } from '@city-mint/ui/choice.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { getRouteApi } from '#platform/router/router.tsx';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { Direct } from './network.ts';
import { type DirectOrder, directsQuery, teamRecordQuery } from './team-queries.ts';
import { parseTeamRecordSearch } from './team-search.ts';
import { DayCard } from './views/day-card.tsx';
import { DirectCard } from './views/direct-card.tsx';
import { PersonSheet } from './views/person-sheet.tsx';

const route = getRouteApi('/team-record', parseTeamRecordSearch);
const VIEWS = ['newest', 'performance', 'days'] as const;

/** The direct referrals, the newest first or by performance, and their activity by day. */
export function TeamRecordPage() {
  const t = useTranslations('team.record');
  const { address } = useVisitor();
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/team" />
      <SessionGate text={t('gate')}>{address !== null && <TeamRecord address={address} />}</SessionGate>
    </Page>
  );
}

function TeamRecord({ address }: { readonly address: string }) {
  const t = useTranslations('team.record');
  const { view = 'newest' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <FilterChips
        label={t('view')}
        options={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={(value) => void navigate({ search: value === 'newest' ? {} : { view: value }, replace: true })}
      />
      {view === 'days' ? <Days address={address} /> : <Directs address={address} order={view} />}
    </>
  );
}

function Directs({ address, order }: { readonly address: string; readonly order: DirectOrder }) {
  const t = useTranslations('team.record');
  const directs = useInfiniteQuery(directsQuery(address, order));
  const [person, setPerson] = useState<Direct | null>(null);
  return (
    <>
      <InfiniteList
        label={t(order)}
        query={directs}
        keyOf={(direct) => direct.address}
        renderItem={(direct) => <DirectCard direct={direct} onOpen={() => setPerson(direct)} />}
        empty={
          order === 'newest' ? (
            <EmptyState icon="team" title={t('empty')} text={t('emptyText')} />
          ) : (
            <EmptyState icon="team" title={t('emptyPerformance')} text={t('emptyPerformanceText')} />
          )
        }
      />
      <PersonSheet direct={person} onClose={() => setPerson(null)} />
    </>
  );
}

function Days({ address }: { readonly address: string }) {
  const t = useTranslations('team.record');
  const record = useInfiniteQuery(teamRecordQuery(address));
  return (
    <>
      <p className="-mt-2 text-xs text-muted">{t('dayNote')}</p>
      <InfiniteList
        label={t('days')}
        query={record}
        keyOf={({ day }) => String(day)}
        renderItem={(day) => <DayCard day={day} />}
        empty={<EmptyState icon="team" title={t('empty')} text={t('emptyText')} />}
      />
    </>
  );
}
