import { tokenAmount, ZERO } from '../src/money/token-amount.ts';
import type { PlanTerms } from '../src/rounds/terms.ts';

/** Terms of a plan that break no bound; each test changes the fields under test. */
export const SAMPLE_TERMS: PlanTerms = {
  minimum: tokenAmount(10n),
  walletMaximum: ZERO,
  lateBps: 1_000,
  mintFeeBps: 100,
  mintAmount: tokenAmount(5_000n),
  stageBps: [4_000, 3_000, 3_000],
  stageDelaysMs: [0, 60_000, 120_000],
  referralBps: 3_000,
  nodesBps: 2_000,
  levelsBps: 2_000,
  treasuryBps: 1_000,
  lossBps: 300,
  reserveDrawBps: 5_000,
  compensationTimesBps: 20_000,
};
