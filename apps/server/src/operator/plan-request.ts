import { planFields } from '@city-mint/api-contract/operator/content-endpoints';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { z } from 'zod';

/** A plan's fields as callers send them, all on one level. */
export const planRequest = z.strictObject(planFields);

/** The plan that these fields say. */
export function planOf(fields: z.output<typeof planRequest>): PhasePlan {
  const { city, phase, firstOpensAt, windowMs, gapMs, rounds, firstQuota, growthBps, ...rest } = fields;
  const { firstStageBps, secondStageBps, thirdStageBps, secondStageDelayMs, thirdStageDelayMs, ...terms } = rest;
  return {
    city,
    phase,
    firstOpensAt,
    windowMs,
    gapMs,
    rounds,
    firstQuota,
    growthBps,
    terms: {
      ...terms,
      stageBps: [firstStageBps, secondStageBps, thirdStageBps],
      stageDelaysMs: [0, secondStageDelayMs, thirdStageDelayMs],
    },
  };
}
