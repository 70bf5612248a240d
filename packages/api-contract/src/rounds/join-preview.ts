import { z } from 'zod';
import { amount, bps } from '../wire.ts';

const failure = z.object({
  /** Share of the quota at which the round is assumed to stop. */
  atBps: bps,
  /**
   * The position of this order then: others after it are compensated first, all others are because it is late, it is
   * the last, or it fills the round itself.
   */
  position: z.enum(['later-orders-first', 'all-others-first', 'last-to-join', 'cannot-happen']),
  refund: amount,
  loss: amount,
  compensation: amount,
  hashPower: amount,
});

/** The payment of a join on success and its cost on failure, amounts in whole units; an estimate. */
export const preview = z.object({
  accepted: amount,
  rank: z.int(),
  success: z.object({ principal: amount, fee: amount, fmc: amount, stages: z.array(amount) }),
  failures: z.array(failure),
  maximumLoss: amount,
  coverageBps: bps,
  drawnFirst: amount,
});

/** Why there is none. */
export const PREVIEW_REFUSALS = [
  'not-found',
  'terms-unreadable',
  'round-not-open',
  'round-full',
  'amount-not-positive',
] as const;
