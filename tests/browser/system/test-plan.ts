import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { parseEther } from 'viem';
import { buildPlan } from '../../builders/rounds.ts';

export type PlanSettings = {
  readonly city: string;
  /** JU. */
  readonly quota: string;
  readonly windowMs?: number;
  /** Milliseconds until the first round opens. */
  readonly leadMs?: number;
  /** Another loss at most than that of all other tests, in bps. */
  readonly lossBps?: number;
};

/**
 * Returns the plan of a round in a test. All have the same terms, so that a plan of one test does not change the
 * disclosure that another one reads, nor ask its participants for a new consent: a fee of 1 %, a loss of at most 3 %,
 * and 1 % of the reserve (500 JU) for a failure, which is less than most losses.
 */
export function testPlan({ city, quota, windowMs = 600_000, leadMs = 0, lossBps = 300 }: PlanSettings): PhasePlan {
  return buildPlan({
    city,
    firstOpensAt: Date.now() + leadMs,
    windowMs,
    rounds: 1,
    firstQuota: tokenAmount(parseEther(quota)),
    terms: {
      minimum: tokenAmount(parseEther('10')),
      reserveDrawBps: 100,
      lossBps,
      // The later stages are not due within a test.
      stageDelaysMs: [0, 3_600_000, 7_200_000],
    },
  });
}
