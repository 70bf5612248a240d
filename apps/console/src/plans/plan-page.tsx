import { phasePlanOf, simulationFields, simulationOf } from '@city-mint/api-contract/rounds/published-plan';
import { planFields } from '@city-mint/api-contract/rounds/terms';
import { unitsOf } from '@city-mint/domain/money/amount-text';
import type { SimulationInput } from '@city-mint/domain/simulation/answer-simulation';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { ActionButton } from '#actions/action-button.tsx';
import { useActionWords } from '#actions/use-action-words.ts';
import { Money } from '#ui/money.tsx';
import { Facts, Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import { type PlanDetail, planQuery } from './plans-queries.ts';
import { SimulationPanel } from './simulation-panel.tsx';

import { PlanDifference, useFigure } from './views/plan-difference.tsx';
import { PlanRounds } from './views/plan-rounds.tsx';

const route = getRouteApi('/plans/$planId');

/** One plan: its terms, its differences from the previous one, its rounds, and its simulation to run again. */
export function PlanPage() {
  const t = useTranslations('plans');
  const { planId } = route.useParams();
  const query = useQuery(planQuery(planId));
  const plan = query.data?.plan;
  return (
    <Room
      back={{ to: '/plans', label: t('all') }}
      title={plan === undefined ? t('title') : t('name', { city: plan.city, phase: `${plan.phase}` })}
      actions={plan && <PlanActions plan={plan} />}
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
        {(detail) => <PlanParts detail={detail} />}
      </Loaded>
    </Room>
  );
}

function PlanActions({ plan: { planId, state } }: { readonly plan: PlanDetail['plan'] }) {
  if (state !== 'running' && state !== 'ending') return null;
  return (
    <>
      <ActionButton name="plans/revoke" fields={{ planId }} />
      {state === 'running' && <ActionButton name="plans/end" fields={{ planId }} />}
    </>
  );
}

function PlanParts({ detail }: { readonly detail: PlanDetail }) {
  const t = useTranslations('plans');
  const { plan, terms, before, differences, rounds } = detail;
  const input = useMemo(() => simulationInput(detail), [detail]);
  return (
    <>
      <Panel title={t('facts')}>
        <Facts
          facts={[
            { label: t('state'), value: t(`states.${plan.state}`) },
            { label: t('publishedAt'), value: <Time time={plan.publishedAt} /> },
            ...(plan.nextPhaseTime === null
              ? []
              : [{ label: t('nextPhaseTime'), value: <Time time={plan.nextPhaseTime} /> }]),
            ...(plan.unreadable ? [{ label: t('figures'), value: t('unreadable') }] : []),
          ]}
        />
      </Panel>
      <Panel title={t('held')}>
        <PlanRounds rounds={rounds} />
      </Panel>
      {terms !== null && (
        <>
          <Panel title={t('difference')}>
            <PlanDifference before={before} after={terms} differences={differences} />
          </Panel>
          <Panel title={t('figures')}>
            <Figures figures={terms} />
          </Panel>
        </>
      )}
      <PublishedSimulation detail={detail} input={input} />
    </>
  );
}

type PublishedProps = { readonly detail: PlanDetail; readonly input: SimulationInput | null };

function PublishedSimulation({ detail: { simulation }, input }: PublishedProps) {
  const t = useTranslations('plans');
  if (simulation === null) {
    return (
      <Panel title={t('simulation')}>
        <p className="text-muted text-sm">{t('none')}</p>
      </Panel>
    );
  }
  const { funds, ...fields } = simulation;
  return (
    <>
      <Panel title={t('crowd')}>
        <div className="flex flex-col gap-4">
          <Figures figures={fields} />
          <Facts
            facts={[
              { label: t('reserve'), value: <Money value={funds.reserve} unit="JU" /> },
              { label: t('reserveCap'), value: <Money value={funds.reserveCap} unit="JU" /> },
              { label: t('emission'), value: <Money value={funds.emission} unit="FMC" /> },
            ]}
          />
        </div>
      </Panel>
      <SimulationPanel input={input} inputKey="published" />
    </>
  );
}

function Figures({ figures }: { readonly figures: Readonly<Record<string, string | number>> }) {
  const { labelOf } = useActionWords();
  const read = useFigure();
  return <Facts facts={Object.keys(figures).map((name) => ({ label: labelOf(name), value: read(name, figures) }))} />;
}

/** Returns the input of the published simulation; null if the plan has none or it is unreadable. */
function simulationInput({ terms, simulation }: PlanDetail): SimulationInput | null {
  if (terms === null || simulation === null) return null;
  const { funds, ...settings } = simulation;
  const plan = phasePlanOf(z.object(planFields).parse(terms));
  return { plan, simulation: { ...simulationOf(z.object(simulationFields).parse(settings)), funds: fundsOf(funds) } };
}

/** Returns the funds of a reply in base units. */
export function fundsOf(funds: { readonly reserve: string; readonly reserveCap: string; readonly emission: string }) {
  return {
    reserve: unitsOf(funds.reserve),
    reserveCap: unitsOf(funds.reserveCap),
    emission: unitsOf(funds.emission),
  };
}
