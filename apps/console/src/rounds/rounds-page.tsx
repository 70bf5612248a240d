import { ROUND_STATES } from '@city-mint/domain/rounds/round-state';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { CityFilter } from '#cities/city-filter.tsx';
import { formatDuration } from '#platform/format.ts';
import { useLanguage } from '#platform/language-store.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter, PeriodFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import { Room } from '#ui/panel.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import { fillPercent, leftOf } from './round-figures.ts';
import type { ListedRound } from './round-types.ts';
import { roundsList } from './rounds-queries.ts';
import type { RoundsSearch } from './rounds-search.ts';
import { RoundBadge } from './views/round-badge.tsx';

const route = getRouteApi('/rounds');

/** All rounds: how full they are, how much time is left, what became of them. */
export function RoundsPage() {
  const t = useTranslations('rounds');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: RoundsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <Room title={t('title')} lead={t('lead')}>
      <DataTable
        label={t('title')}
        name="rounds"
        columns={useColumns()}
        query={roundsList(search)}
        rowKey={({ roundId }) => roundId}
        onOpenRow={({ roundId }) => void navigate({ to: '/rounds/$roundId', params: { roundId } })}
        filters={
          <>
            <CityFilter value={search.city} onChange={(city) => change({ city })} />
            <ChoiceFilter
              label={t('state')}
              value={search.state}
              options={ROUND_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
              onChange={(state) => change({ state })}
            />
            <PeriodFilter labels={[t('from'), t('to')]} period={search} onChange={change} />
          </>
        }
        empty={{ title: t('empty'), text: t('emptyText') }}
      />
    </Room>
  );
}

function useColumns(): readonly TableColumn<ListedRound>[] {
  const t = useTranslations('rounds');
  const { language } = useLanguage();
  return useMemo(() => {
    const left = (round: ListedRound) =>
      round.state === 'open' ? formatDuration(leftOf(round, Date.now()), language) : '';
    return [
      {
        ...{ id: 'number', heading: t('number'), isExtra: true },
        cell: ({ roundId }) => roundId,
        text: ({ roundId }) => roundId,
      },
      { ...{ id: 'city', heading: t('city'), isFixed: true }, cell: ({ city }) => city, text: ({ city }) => city },
      {
        ...{ id: 'round', heading: t('round'), isFixed: true },
        cell: ({ phase, number }) => `${phase} · ${number}`,
        text: ({ phase, number }) => `${phase}.${number}`,
      },
      {
        ...{ id: 'state', heading: t('state') },
        cell: (round) => <RoundBadge round={round} />,
        text: ({ state }) => state,
      },
      {
        ...{ id: 'share', heading: t('share'), align: 'right' },
        cell: (round) => `${fillPercent(round)}\u00a0%`,
        text: fillPercent,
      },
      {
        ...{ id: 'filled', heading: t('filled'), align: 'right' },
        cell: ({ filled }) => <Money value={filled} unit="JU" />,
        text: ({ filled }) => filled,
      },
      {
        ...{ id: 'quota', heading: t('quota'), align: 'right' },
        cell: ({ quota }) => <Money value={quota} unit="JU" />,
        text: ({ quota }) => quota,
      },
      {
        ...{ id: 'orders', heading: t('orders'), align: 'right' },
        cell: ({ orders }) => orders.toLocaleString(language),
        text: ({ orders }) => String(orders),
      },
      { ...{ id: 'left', heading: t('left') }, cell: left, text: left },
      {
        ...{ id: 'opensAt', heading: t('opensAt') },
        cell: ({ opensAt }) => <Time time={opensAt} />,
        text: ({ opensAt }) => new Date(opensAt).toISOString(),
      },
      {
        ...{ id: 'closesAt', heading: t('closesAt') },
        cell: ({ closesAt }) => <Time time={closesAt} />,
        text: ({ closesAt }) => new Date(closesAt).toISOString(),
      },
    ];
  }, [t, language]);
}
