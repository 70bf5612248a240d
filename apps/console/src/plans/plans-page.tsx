import { Badge } from '@city-mint/ui/badge.tsx';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { CityFilter } from '#cities/city-filter.tsx';
import { Address } from '#ui/address.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter, PeriodFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import { Room } from '#ui/panel.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import { BeginDraft } from './begin-draft.tsx';
import { draftsList, type ListedDraft, type ListedPlan, plansList } from './plans-queries.ts';
import { PLAN_STATES, type PlansSearch } from './plans-search.ts';

const route = getRouteApi('/plans');

/** The plans that are published, and the drafts of those to come. */
export function PlansPage() {
  const t = useTranslations('plans');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: PlansSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <Room title={t('title')} lead={t('lead')} actions={<BeginDraft />}>
      <h2 className="-mb-2 font-semibold text-sm">{t('drafts')}</h2>
      <DataTable
        label={t('drafts')}
        name="plan-drafts"
        columns={useDraftColumns()}
        query={draftsList}
        rowKey={({ draftId }) => draftId}
        onOpenRow={({ draftId }) => void navigate({ to: '/plans/drafts/$draftId', params: { draftId } })}
        empty={{ title: t('draftsEmpty'), text: t('draftsEmptyText') }}
      />
      <h2 className="-mb-2 font-semibold text-sm">{t('published')}</h2>
      <DataTable
        label={t('title')}
        name="plans"
        columns={usePlanColumns()}
        query={plansList(search)}
        rowKey={({ planId }) => planId}
        onOpenRow={({ planId }) => void navigate({ to: '/plans/$planId', params: { planId } })}
        filters={
          <>
            <CityFilter value={search.city} onChange={(city) => change({ city })} />
            <ChoiceFilter
              label={t('state')}
              value={search.state}
              options={PLAN_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
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

const isoOf = (time: number | null) => (time === null ? '' : new Date(time).toISOString());

function usePlanColumns(): readonly TableColumn<ListedPlan>[] {
  const t = useTranslations('plans');
  return useMemo(
    () => [
      {
        ...{ id: 'planId', heading: t('number'), isExtra: true },
        cell: ({ planId }) => planId,
        text: ({ planId }) => planId,
      },
      { ...{ id: 'city', heading: t('city'), isFixed: true }, cell: ({ city }) => city, text: ({ city }) => city },
      {
        ...{ id: 'phase', heading: t('phase'), isFixed: true, align: 'right' },
        cell: ({ phase }) => phase,
        text: ({ phase }) => String(phase),
      },
      {
        ...{ id: 'state', heading: t('state') },
        cell: ({ state, unreadable }) => (
          <span className="inline-flex gap-1">
            <Badge kind={state === 'running' ? 'accent' : 'neutral'}>{t(`states.${state}`)}</Badge>
            {unreadable && <Badge kind="danger">{t('unreadable')}</Badge>}
          </span>
        ),
        text: ({ state }) => state,
      },
      {
        ...{ id: 'rounds', heading: t('rounds'), align: 'right' },
        cell: ({ rounds }) => rounds,
        text: ({ rounds }) => String(rounds ?? ''),
      },
      {
        ...{ id: 'firstQuota', heading: t('firstQuota'), align: 'right' },
        cell: ({ firstQuota }) => firstQuota !== null && <Money value={firstQuota} unit="JU" />,
        text: ({ firstQuota }) => firstQuota ?? '',
      },
      {
        ...{ id: 'firstOpensAt', heading: t('firstOpensAt') },
        cell: ({ firstOpensAt }) => firstOpensAt !== null && <Time time={firstOpensAt} />,
        text: ({ firstOpensAt }) => isoOf(firstOpensAt),
      },
      {
        ...{ id: 'nextPhaseTime', heading: t('nextPhaseTime') },
        cell: ({ nextPhaseTime }) => nextPhaseTime !== null && <Time time={nextPhaseTime} />,
        text: ({ nextPhaseTime }) => isoOf(nextPhaseTime),
      },
      {
        ...{ id: 'publishedAt', heading: t('publishedAt') },
        cell: ({ publishedAt }) => <Time time={publishedAt} />,
        text: ({ publishedAt }) => isoOf(publishedAt),
      },
    ],
    [t],
  );
}

function useDraftColumns(): readonly TableColumn<ListedDraft>[] {
  const t = useTranslations('plans');
  return useMemo(
    () => [
      { ...{ id: 'name', heading: t('draftName'), isFixed: true }, cell: ({ name }) => name, text: ({ name }) => name },
      { ...{ id: 'city', heading: t('city') }, cell: ({ city }) => city, text: ({ city }) => city },
      {
        ...{ id: 'version', heading: t('version'), align: 'right' },
        cell: ({ version }) => version,
        text: ({ version }) => String(version),
      },
      {
        ...{ id: 'savedBy', heading: t('savedBy') },
        cell: ({ savedBy }) => <Address address={savedBy} />,
        text: ({ savedBy }) => savedBy,
      },
      {
        ...{ id: 'savedAt', heading: t('savedAt') },
        cell: ({ savedAt }) => <Time time={savedAt} />,
        text: ({ savedAt }) => isoOf(savedAt),
      },
    ],
    [t],
  );
}
