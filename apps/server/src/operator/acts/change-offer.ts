import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { addCity, editCity, publishPlan } from '#rounds/offers/commands.ts';
import { findCity } from '#rounds/offers/queries/cities.ts';
import { type Act, defineAct, type Figures } from '../act.ts';
import { planOf, planRequest } from '../plan-request.ts';

const city = z.strictObject({ name: z.string(), latitude: z.number(), longitude: z.number() });

/** Publishes a phase plan. */
export const publishPhasePlan: Act = defineAct(planRequest, async ({ tx, params }) => {
  const plan = planOf(params);
  const { firstQuota, rounds, growthBps, terms } = plan;
  return {
    subject: `${plan.city}, phase ${plan.phase}`,
    before: null,
    after: {
      rounds: String(rounds),
      firstQuota: formatAmount(firstQuota),
      growthBps: String(growthBps),
      mintFeeBps: String(terms.mintFeeBps),
      lossBps: String(terms.lossBps),
    },
    loosens: false,
    async apply() {
      const answer = await publishPlan(tx, plan);
      if ('planId' in answer) return undefined;
      if (answer.refusal !== 'plan-out-of-bounds') return { refusal: answer.refusal, details: { field: 'city' } };
      const [first] = answer.violations;
      return { refusal: answer.refusal, details: { field: first?.field ?? '', limit: first?.bound ?? '' } };
    },
  };
});

/** Adds a city. */
export const addNewCity: Act = defineAct(city, async ({ tx, params }) => {
  if ((await findCity(tx, params.name)) !== undefined) return { refusal: 'city-exists', details: { field: 'name' } };
  return {
    subject: params.name,
    before: null,
    after: placeOf(params),
    loosens: false,
    async apply() {
      await addCity(tx, params);
      return undefined;
    },
  };
});

/** Moves a city on the map. */
export const moveCity: Act = defineAct(city, async ({ tx, params }) => {
  const now = await findCity(tx, params.name);
  if (now === undefined) return { refusal: 'unknown-city', details: { field: 'name' } };
  if (now.latitude === params.latitude && now.longitude === params.longitude) {
    return { refusal: 'nothing-changes', details: { field: 'name' } };
  }
  return {
    subject: params.name,
    before: placeOf(now),
    after: placeOf(params),
    loosens: false,
    async apply() {
      await editCity(tx, params);
      return undefined;
    },
  };
});

function placeOf({ latitude, longitude }: { latitude: number; longitude: number }): Figures {
  return { latitude: String(latitude), longitude: String(longitude) };
}
