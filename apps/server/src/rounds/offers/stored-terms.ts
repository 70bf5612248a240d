import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { parseTerms as readTerms } from '@city-mint/domain/rounds/parse-terms';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { termsHash } from '@city-mint/domain/rounds/terms-json';
import { keccak256, toBytes } from 'viem';
import { z } from 'zod';

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform((text): TokenAmount => tokenAmount(BigInt(text)));
const whole = z.int();
const three = z.tuple([whole, whole, whole]);

const planTerms = z.strictObject({
  minimum: units,
  walletMaximum: units,
  mintFeeBps: whole,
  lossBps: whole,
  mintAmount: units,
  stageBps: three,
  stageDelaysMs: three,
  referralBps: whole,
  nodesBps: whole,
  levelsBps: whole,
  treasuryBps: whole,
  reserveDrawBps: whole,
  compensationTimesBps: whole,
});

const storedPlan = z.strictObject({
  city: z.string(),
  phase: whole,
  firstOpensAt: whole,
  windowMs: whole,
  gapMs: whole,
  rounds: whole,
  firstQuota: units,
  growthBps: whole,
  terms: planTerms,
});

/** Returns the terms of a round from their stored JSON, amounts in base units; throws when they break a bound. */
export function parseTerms(json: unknown): Terms {
  const parsed = readTerms(json);
  if (!parsed.ok) throw new Error(`the stored terms of a round are invalid: ${parsed.error}`);
  return parsed.terms;
}

/** Returns a phase plan from its stored JSON, amounts in base units; throws when it is no plan. */
export function parsePlan(json: unknown): PhasePlan {
  return storedPlan.parse(json);
}

/** Returns a plan as JSON for its column: amounts as strings of base units. */
export function planJson(plan: PhasePlan): string {
  return JSON.stringify(plan, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Returns the keccak256 of the canonical JSON of the terms, which every join names. docs/money-rules.md#2-terms-of-a-round */
export function hashTerms(terms: Terms): string {
  return termsHash(terms, (utf8) => keccak256(toBytes(utf8)));
}
