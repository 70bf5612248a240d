import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { MAXIMUM_LOSS_BPS, MAXIMUM_MINT_FEE_BPS } from '@city-mint/domain/rounds/term-limits';
import fc from 'fast-check';
import { buildPlan } from '../builders/rounds.ts';

/** Parts of a plan whose rounds a few users can fill; small amounts in base units, so that every rounding matters. */
export type PlanParts = {
  readonly quota: number;
  readonly growthBps: number;
  readonly minimumBps: number;
  readonly walletMaximum: number;
  readonly mintFeeBps: number;
  readonly lossBps: number;
  readonly mintAmount: number;
  readonly stageCuts: readonly [number, number];
  readonly poolBps: readonly [number, number, number, number];
  readonly reserveDrawBps: number;
};

const bps = fc.nat(10_000);

export const anyPlan: fc.Arbitrary<PlanParts> = fc.record({
  quota: fc.integer({ min: 1, max: 260 }),
  growthBps: fc.nat(3_000),
  minimumBps: fc.oneof(fc.constant(0), fc.nat(2_500)),
  walletMaximum: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 160 })),
  mintFeeBps: fc.nat(MAXIMUM_MINT_FEE_BPS),
  lossBps: fc.nat(MAXIMUM_LOSS_BPS),
  mintAmount: fc.integer({ min: 1, max: 500 }),
  stageCuts: fc.tuple(bps, bps),
  poolBps: fc.tuple(fc.nat(2_500), fc.nat(2_500), fc.nat(2_500), fc.nat(2_500)),
  reserveDrawBps: bps,
});

/** Returns a plan of three rounds, the first of which is open. */
export function toPlan(parts: PlanParts, cityAndPhase: { readonly city: string; readonly phase: number }): PhasePlan {
  const [low, high] = [Math.min(...parts.stageCuts), Math.max(...parts.stageCuts)];
  const [referralBps, nodesBps, levelsBps, treasuryBps] = parts.poolBps;
  const { mintFeeBps, lossBps, reserveDrawBps } = parts;
  return buildPlan({
    ...cityAndPhase,
    rounds: 3,
    firstQuota: tokenAmount(BigInt(parts.quota)),
    growthBps: parts.growthBps,
    terms: {
      minimum: tokenAmount((BigInt(parts.quota) * BigInt(parts.minimumBps)) / 10_000n),
      walletMaximum: tokenAmount(BigInt(parts.walletMaximum)),
      mintAmount: tokenAmount(BigInt(parts.mintAmount)),
      stageBps: [low, high - low, 10_000 - high],
      stageDelaysMs: [0, 3_600_000, 7_200_000],
      ...{ mintFeeBps, lossBps, reserveDrawBps, referralBps, nodesBps, levelsBps, treasuryBps },
    },
  });
}
