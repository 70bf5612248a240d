import type { offerActions } from '@city-mint/api-contract/operator/offer-endpoints';
import { phasePlanOf, simulationOf, simulationViolation } from '@city-mint/api-contract/rounds/published-plan';
import { inEveryLanguage, LANGUAGES, type Language } from '@city-mint/domain/languages';
import { comparePlans, type PlanDirection } from '@city-mint/domain/rounds/compare-plans';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { checkSimulation } from '@city-mint/domain/simulation/published-simulation';
import { addCity, editCity, endPlan, nameCity, publishPlan, revokePlan } from '#rounds/offers/commands.ts';
import { findCity } from '#rounds/offers/queries/cities.ts';
import { readPlanViolations } from '#rounds/offers/queries/plan-violations.ts';
import { findLastPlan, findPlan, type PlanNow, readLiveTerms } from '#rounds/offers/queries/plans.ts';
import { readFunds } from '#rounds/reserve/queries.ts';
import { type ActionDefinitions, change, type Figures } from '../operator-action.ts';
import { findAskedByPlan } from '../queries/asked-by-plan.ts';
import { askedAgainFigures, planFigures, simulationFigures, storedId } from '../wire.ts';

export const offerDefinitions: ActionDefinitions<keyof typeof offerActions> = {
  async 'POST /api/ops/plans/publish'({ tx, fields, planLimits, runBy, refuse }) {
    const plan = phasePlanOf(fields);
    const simulation = simulationOf(fields);
    const outOfBounds = checkSimulation(plan, simulation).map(simulationViolation);
    const [violation] = [...(await readPlanViolations(tx, plan, planLimits)), ...outOfBounds];
    if (violation !== undefined) return refuse('plan-out-of-bounds', violation);
    const last = await findLastPlan(tx, plan.city);
    const asked = askedAgainFigures(await findAskedByPlan(tx, { runBy, plan, now: await readLiveTerms(tx) }));
    return change({
      subject: `plans ${plan.city}`,
      before: last === undefined ? null : planFigures(last.plan),
      after: {
        ...planFigures(plan),
        ...differenceFigures(last?.plan, plan),
        ...asked,
        ...simulationFigures(simulation),
      },
      loosens: true,
      basis: { lastPlan: last?.planId.toString() ?? null },
      async apply() {
        // Uses the current funds, so that the signer cannot make the simulation look better.
        const { reserve, reserveCap, emission } = await readFunds(tx);
        const answer = await publishPlan(tx, plan, { ...simulation, funds: { reserve, reserveCap, emission } });
        if ('planId' in answer) return undefined;
        if (answer.refusal !== 'plan-out-of-bounds') return refuse(answer.refusal, 'city');
        return refuse(answer.refusal, answer.violations[0] ?? 'city');
      },
    });
  },

  async 'POST /api/ops/plans/revoke'({ tx, fields, reason, refuse }) {
    const planId = storedId(fields.planId);
    const plan = await findPlan(tx, planId);
    if (plan === undefined) return refuse('not-found', 'planId');
    if (plan.state !== 'running' && plan.state !== 'ending') return refuse('plan-over', 'planId');
    const begun = refuse('plan-begun', 'planId');
    if (plan.hasBegun) return begun;
    return change({
      ...planChange(plan, { figures: { plan: fields.planId }, to: 'revoked' }),
      async apply() {
        return (await revokePlan(tx, planId, reason)) ? undefined : begun;
      },
    });
  },

  async 'POST /api/ops/plans/end'({ tx, fields, refuse }) {
    const planId = storedId(fields.planId);
    const plan = await findPlan(tx, planId);
    if (plan === undefined) return refuse('not-found', 'planId');
    const { state, lastRound, nextPhaseTime } = plan;
    if (state !== 'running' && state !== 'ending') return refuse('plan-over', 'planId');
    if (!plan.hasBegun || lastRound === null) return refuse('plan-not-begun', 'planId');
    // The plan is ending, or its last round was published.
    if (nextPhaseTime === null) return refuse('nothing-changes', 'planId');
    return change({
      ...planChange(plan, { figures: { plan: fields.planId, lastRound: String(lastRound) }, to: 'ending' }),
      async apply() {
        return (await endPlan(tx, planId, lastRound)) ? undefined : refuse('round-published', 'planId');
      },
    });
  },

  async 'POST /api/ops/cities/add'({ tx, fields, refuse }) {
    if ((await findCity(tx, fields.name)) !== undefined) return refuse('city-exists', 'name');
    return change({
      subject: `city ${fields.name}`,
      before: null,
      after: { ...coordinatesOf(fields), ...namesOf(fields) },
      async apply() {
        const { name, latitude, longitude } = fields;
        await addCity(tx, { name, latitude, longitude, names: namesOf(fields) });
      },
    });
  },

  async 'POST /api/ops/cities/edit'({ tx, fields, refuse }) {
    const current = await findCity(tx, fields.name);
    if (current === undefined) return refuse('unknown-city', 'name');
    if (current.latitude === fields.latitude && current.longitude === fields.longitude) {
      return refuse('nothing-changes', 'name');
    }
    return change({
      subject: `city ${fields.name}`,
      before: coordinatesOf(current),
      after: coordinatesOf(fields),
      async apply() {
        await editCity(tx, fields);
      },
    });
  },

  async 'POST /api/ops/cities/names'({ tx, fields, refuse }) {
    const current = await findCity(tx, fields.name);
    if (current === undefined) return refuse('unknown-city', 'name');
    const before = inEveryLanguage((language) => current.names[language] ?? null);
    const after = namesOf(fields);
    if (LANGUAGES.every((language) => before[language] === after[language])) return refuse('nothing-changes', 'name');
    return change({
      subject: `city ${fields.name}`,
      before,
      after,
      // Like any other text that readers see.
      loosens: true,
      async apply() {
        await nameCity(tx, { name: fields.name, names: after });
      },
    });
  },
};

/**
 * The fields that differ from the city's last plan, by what the change means for participants; null for none. Other
 * fields have their figures. docs/money-rules.md#2-terms-of-a-round
 */
function differenceFigures(last: PhasePlan | undefined, plan: PhasePlan): Figures {
  if (last === undefined) return { comparedWith: null, worse: null, better: null, neutral: null };
  const differences = comparePlans(last, plan);
  const named = (wanted: PlanDirection) =>
    differences
      .filter(({ direction }) => direction === wanted)
      .map(({ field }) => field)
      .join(', ') || null;
  return {
    comparedWith: String(last.phase),
    worse: named('worse'),
    better: named('better'),
    neutral: named('neutral'),
  };
}

/** The log's record of an operator's change of a plan; it invalidates the open proposals for the plan's city. */
function planChange(
  { city, phase, state }: PlanNow,
  { figures, to }: { readonly figures: Figures; readonly to: PlanNow['state'] },
) {
  const named = { ...figures, phase: String(phase) };
  return { subject: `plans ${city}` as const, before: { ...named, state }, after: { ...named, state: to } };
}

function coordinatesOf({ latitude, longitude }: { latitude: number; longitude: number }): Figures {
  return { latitude: String(latitude), longitude: String(longitude) };
}

/** Returns the names that readers see, by language, of an action's fields. */
function namesOf(fields: Readonly<Record<Language, string>>): Readonly<Record<Language, string>> {
  return inEveryLanguage((language) => fields[language]);
}
