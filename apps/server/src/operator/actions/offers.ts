import type { offerActions } from '@city-mint/api-contract/operator/offer-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { addCity, editCity, publishPlan } from '#rounds/offers/commands.ts';
import { findCity } from '#rounds/offers/queries/cities.ts';
import { readPlanViolations } from '#rounds/offers/queries/plan-violations.ts';
import { type ActionDefinitions, change, type Figures } from '../operator-action.ts';
import { phasePlanOf } from '../wire.ts';

export const offerDefinitions: ActionDefinitions<keyof typeof offerActions> = {
  async 'POST /api/ops/plans/publish'({ tx, fields, planLimits, refuse }) {
    const plan = phasePlanOf(fields);
    const [violation] = await readPlanViolations(tx, plan, planLimits);
    if (violation !== undefined) return refuse('plan-out-of-bounds', violation);
    const { firstQuota, rounds, growthBps, terms } = plan;
    return change({
      subject: `${plan.city}, phase ${plan.phase}`,
      before: null,
      after: {
        rounds: String(rounds),
        firstQuota: formatAmount(firstQuota),
        growthBps: String(growthBps),
        mintFeeBps: String(terms.mintFeeBps),
        lossBps: String(terms.lossBps),
      },
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
      subject: fields.name,
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
      subject: fields.name,
      before: coordinatesOf(current),
      after: coordinatesOf(fields),
      async apply() {
        await editCity(tx, fields);
      },
    });
  },
};

function coordinatesOf({ latitude, longitude }: { latitude: number; longitude: number }): Figures {
  return { latitude: String(latitude), longitude: String(longitude) };
}
