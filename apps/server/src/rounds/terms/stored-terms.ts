import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { z } from 'zod';

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform((text): TokenAmount => tokenAmount(BigInt(text)));
const whole = z.int();
const three = z.tuple([whole, whole, whole]);

const sharedTerms = {
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
};

const storedTerms = z.strictObject({
  city: z.string(),
  phase: whole,
  number: whole,
  opensAt: whole,
  closesAt: whole,
  quota: units,
  ...sharedTerms,
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
  terms: z.strictObject(sharedTerms),
});

/** The terms of a round from their row; amounts in base units. */
export function parseTerms(json: unknown): Terms {
  return storedTerms.parse(json);
}

/** A phase plan from its row; amounts in base units. */
export function parsePlan(json: unknown): PhasePlan {
  return storedPlan.parse(json);
}

/** A plan as it is stored: amounts as strings of base units. */
export function planJson(plan: PhasePlan): string {
  return JSON.stringify(plan, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
