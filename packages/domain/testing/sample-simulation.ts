import { tokenAmount, ZERO } from '../src/money/token-amount.ts';
import type { PhasePlan } from '../src/rounds/phase-plan.ts';
import type { Crowd } from '../src/simulation/crowd.ts';
import type { RunInput } from '../src/simulation/simulate-run.ts';
import { SAMPLE_TERMS } from './sample-terms.ts';

/** Base units of so many JU or FMC. */
export const units = (whole: number) => tokenAmount(BigInt(whole) * 10n ** 18n);

/** Twenty rounds of an hour, each a tenth larger than the one before. */
const PLAN: PhasePlan = {
  city: 'London',
  phase: 1,
  firstOpensAt: 1_800_000_000_000,
  windowMs: 3_600_000,
  gapMs: 60_000,
  rounds: 20,
  firstQuota: units(2_000),
  growthBps: 1_000,
  terms: { ...SAMPLE_TERMS, minimum: units(1), mintAmount: units(10_000) },
};

/** Enough for the first rounds, and no longer enough for the later ones. */
const CROWD: Crowd = {
  newcomers: 100,
  newcomersFactor: 9_800,
  returningBps: 6_000,
  autoMintBps: 2_500,
  invitedBps: 5_000,
  smallest: units(5),
  largest: units(100),
  stopsInRound: 0,
  stopsAtBps: 0,
};

/** A simulation whose rounds fail sooner or later; each test changes the fields under test. */
export const SAMPLE_SIMULATION: RunInput = {
  plan: PLAN,
  crowd: CROWD,
  funds: {
    reserve: units(50),
    reserveCap: units(200),
    emission: units(1_000_000),
    nodes: ZERO,
    levels: ZERO,
    treasury: ZERO,
    launchCosts: ZERO,
  },
  seed: 42,
  run: 1,
  mostRounds: 50,
};
