import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Tabs } from '@city-mint/ui/tabs.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getRouteApi } from '#platform/router/router.tsx';
import { serverNow } from '#platform/server-clock.ts';
import { rangeOf } from '#platform/time-range.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RangeFilter } from '#ui/range-filter.tsx';
import { machinesQuery, miningQuery } from './miner-queries.ts';
import { parseMinerSearch } from './miner-search.ts';
import { MachinePlate, utcDay } from './views/machine-plate.tsx';
import { MiningRow } from './views/mining-row.tsx';

const route = getRouteApi('/earnings_fmc', parseMinerSearch);

/** The records of the miner: the output of each machine by day, and the machines. */
export function MinerRecordsPage() {
  const t = useTranslations('miner.list');
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page tabBar={false}>
      <PageHeader title={tab === 'machines' ? t('machines') : t('title')} backTo="/machine" />
      <SessionGate text={t('gate')}>
        <Tabs
          label={t('tabs')}
          value={tab ?? 'mining'}
          onChange={(next) => void navigate({ search: next === 'machines' ? { tab: 'machines' } : {}, replace: true })}
          tabs={[
            { value: 'mining', label: t('mining'), panel: <Mining /> },
            { value: 'machines', label: t('machines'), panel: <Machines /> },
          ]}
        />
      </SessionGate>
    </Page>
  );
}

function Mining() {
  const t = useTranslations('miner.list');
  const navigate = route.useNavigate();
  const { tab: _tab, ...range } = route.useSearch();
  const { address } = useVisitor();
  const times = rangeOf(range, Date.now());
  const mining = useInfiniteQuery({ ...miningQuery(address ?? '', times), enabled: address !== null });
  return (
    <div className="flex flex-col gap-3">
      <RangeFilter range={range} onChange={(next) => void navigate({ search: next, replace: true })} />
      <InfiniteList
        label={t('label')}
        query={mining}
        keyOf={({ day, machineId }) => `${day} ${machineId}`}
        renderItem={(mined) => <MiningRow mined={mined} />}
        groups={{
          keyOf: ({ day }) => utcDay(day),
          renderHeading: (day) => <h2 className="px-1 font-display text-base font-semibold figures">{day} UTC</h2>,
        }}
        empty={
          times === null ? (
            <EmptyState icon="record" title={t('empty')} text={t('emptyText')} />
          ) : (
            <EmptyState icon="record" title={t('emptyFiltered')} />
          )
        }
      />
    </div>
  );
}

function Machines() {
  const t = useTranslations('miner.machines');
  const { address } = useVisitor();
  const machines = useInfiniteQuery({ ...machinesQuery(address ?? ''), enabled: address !== null });
  return (
    <InfiniteList
      label={t('label')}
      query={machines}
      keyOf={({ machineId }) => machineId}
      renderItem={(machine) => <MachinePlate machine={machine} now={serverNow()} />}
      empty={<EmptyState icon="power" title={t('empty')} text={t('emptyText')} />}
    />
  );
}
