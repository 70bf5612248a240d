import type { offerActions } from '@city-mint/api-contract/operator/offer-endpoints';
import { comparePlans, type PlanDirection } from '@city-mint/domain/rounds/compare-plans';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { addCity, editCity, publishPlan } from '#rounds/offers/commands.ts';
import { findCity } from '#rounds/offers/queries/cities.ts';
import { readPlanViolations } from '#rounds/offers/queries/plan-violations.ts';
import { findLastPlan } from '#rounds/offers/queries/plans.ts';
import { type ActionDefinitions, change, type Figures } from '../operator-action.ts';
import { phasePlanOf, planFigures } from '../wire.ts';

export const offerDefinitions: ActionDefinitions<keyof typeof offerActions> = {
  async 'POST /api/ops/plans/publish'({ tx, fields, planLimits, refuse }) {
    const plan = phasePlanOf(fields);
    const [violation] = await readPlanViolations(tx, plan, planLimits);
    if (violation !== undefined) return refuse('plan-out-of-bounds', violation);
    const last = await findLastPlan(tx, plan.city);
    return change({
      subject: `plans of ${plan.city}`,
      before: last === undefined ? null : planFigures(last.plan),
      after: { ...planFigures(plan), ...differenceFigures(last?.plan, plan) },
      loosens: true,
      basis: { lastPlan: last?.planId.toString() ?? null },
      async apply() {
        const answer = await publishPlan(tx, plan);
        if ('planId' in answer) return undefined;
        if (answer.refusal !== 'plan-out-of-bounds') return refuse(answer.refusal, 'city');
        return refuse(answer.refusal, answer.violations[0] ?? { field: '', bound: '' });
      },
    });
  },

  async 'POST /api/ops/cities/add'({ tx, fields, refuse }) {
    if ((await findCity(tx, fields.name)) !== undefined) return refuse('city-exists', 'name');
    return change({
      subject: `city ${fields.name}`,
      before: null,
      after: coordinatesOf(fields),
      async apply() {
        await addCity(tx, fields);
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
};

/**
 * The fields that differ from the city's last plan, by what the change is for participants; null for none. Their
 * figures are beside them. docs/money-rules.md#2-terms-of-a-round
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
    comparedWith: `phase ${last.phase}`,
    worse: named('worse'),
    better: named('better'),
    neutral: named('neutral'),
  };
}

function coordinatesOf({ latitude, longitude }: { latitude: number; longitude: number }): Figures {
  return { latitude: String(latitude), longitude: String(longitude) };
}
