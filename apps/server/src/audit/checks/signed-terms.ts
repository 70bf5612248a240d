import { phasePlanOf } from '@city-mint/api-contract/rounds/published-plan';
import { planFields, SINGLE_TERMS } from '@city-mint/api-contract/rounds/terms';
import { fieldsOfKind } from '@city-mint/domain/json/field-table';
import { floorShare } from '@city-mint/domain/money/division';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { type PhasePlan, PLAN_FIELDS } from '@city-mint/domain/rounds/phase-plan';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { termsJson } from '@city-mint/domain/rounds/terms-json';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { Finding, KnownOperators } from './kind-check.ts';
import type { SignedMessage } from './signed-decision.ts';
import { readSigned } from './signed-settings.ts';

/** The terms of a round, by which it was settled, and their hash. */
export type RoundTerms = { readonly roundId: bigint; readonly terms: Terms; readonly hash: string };

/**
 * Returns a fault unless the terms are those of a round of a plan that two operators signed. The stored plan is not
 * believed. docs/money-rules.md#2-terms-of-a-round
 */
export async function findTermsFault(
  tx: Database,
  { roundId, terms, hash }: RoundTerms,
  operators: KnownOperators,
): Promise<readonly Finding[]> {
  const of = sql`l.subject = ${`plans ${terms.city}`} and l.signed -> 'message' ->> 'phase' = ${String(terms.phase)}`;
  for (const { signed, isOfTwo } of await readSigned(tx, { action: 'plans/publish', of }, operators)) {
    const plan = isOfTwo ? planOf(signed) : undefined;
    if (plan !== undefined && isOfPlan(terms, plan)) return [];
  }
  const expected = `terms of phase ${terms.phase} in ${terms.city} that two operators signed`;
  return [{ subject: `round ${roundId} terms`, kind: null, expected, found: hash }];
}

/** Fields that are signed as they are sent; all others are whole numbers. */
const TEXTS: ReadonlySet<string> = new Set([
  ...Object.keys(fieldsOfKind(PLAN_FIELDS, ['text', 'amount'])),
  ...Object.keys(fieldsOfKind(SINGLE_TERMS, ['amount'])),
]);
const planRequest = z.object(planFields);

/** Returns the plan in a signed message; undefined if it has none. */
function planOf(signed: SignedMessage): PhasePlan | undefined {
  const fields = Object.keys(planFields).map((name) => [name, TEXTS.has(name) ? signed[name] : Number(signed[name])]);
  const parsed = planRequest.safeParse(Object.fromEntries(fields));
  return parsed.success ? phasePlanOf(parsed.data) : undefined;
}

/** Whether these are the terms of a round of the plan; a later round opens when the one before is settled. */
function isOfPlan(terms: Terms, plan: PhasePlan): boolean {
  const { city, phase, firstOpensAt, windowMs } = plan;
  const { number } = terms;
  const opensAt = number === 1 ? firstOpensAt : terms.opensAt;
  if (number > plan.rounds || opensAt < firstOpensAt) return false;
  const own = { city, phase, number, opensAt, closesAt: opensAt + windowMs, quota: quotaOf(plan, number) };
  return termsJson(terms) === termsJson({ ...plan.terms, ...own });
}

/** Quotas grow from round to round, rounded down each time. */
function quotaOf({ firstQuota, growthBps }: PhasePlan, number: number): Terms['quota'] {
  let quota = firstQuota;
  for (let n = 1; n < number; n += 1) quota = tokenAmount(quota + floorShare(quota, growthBps));
  return quota;
}
