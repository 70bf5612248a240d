import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type PhasePlan, parsePlan } from '@city-mint/domain/rounds/phase-plan';
import type { z } from 'zod';
import { planFields } from './terms.ts';

/** A plan as operators send it: amounts in whole units, its terms beside it, its stages one by one. */
export type PlanRequest = z.input<z.ZodObject<typeof planFields>>;

/** Returns a plan as operators send it. */
export function planRequest({ terms: { stageBps, stageDelaysMs, ...terms }, ...plan }: PhasePlan): PlanRequest {
  const [firstStageBps, secondStageBps, thirdStageBps] = stageBps;
  const [, secondStageDelayMs, thirdStageDelayMs] = stageDelaysMs;
  return {
    ...plan,
    firstQuota: formatAmount(plan.firstQuota),
    ...terms,
    minimum: formatAmount(terms.minimum),
    walletMaximum: formatAmount(terms.walletMaximum),
    mintAmount: formatAmount(terms.mintAmount),
    ...{ firstStageBps, secondStageBps, thirdStageBps, secondStageDelayMs, thirdStageDelayMs },
  };
}

/**
 * Returns the request of a plan from a JSON document: one that `planJson` wrote, as simulations read it (amounts in
 * base units, nested terms), or the request itself, unchecked; an error of one line for a document that is
 * neither.
 */
export function readPlanRequest(
  document: unknown,
):
  | { readonly ok: true; readonly request: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string } {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return { ok: false, error: 'must be an object' };
  }
  if ('terms' in document) {
    const parsed = parsePlan(document);
    return parsed.ok ? { ok: true, request: planRequest(parsed.plan) } : parsed;
  }
  const unknown = Object.keys(document).find((name) => !Object.hasOwn(planFields, name));
  return unknown === undefined
    ? { ok: true, request: Object.fromEntries(Object.entries(document)) }
    : { ok: false, error: `${unknown}: unknown field` };
}
