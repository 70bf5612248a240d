import { z } from 'zod';
import { amount, id, signedAmount, time } from '../wire.ts';

export const ownInRoundRequest = z.strictObject({ roundId: id });

/**
 * My orders in one round, summed, in whole units; its size does not depend on their number. `netJu` is null until the
 * round is settled; `fmc` has the paid stages and those that are due.
 */
export const ownInRound = z.object({
  orders: z.int(),
  joined: amount,
  outcome: z.enum(['minted', 'failed', 'cancelled']).nullable(),
  netJu: signedAmount.nullable(),
  fmc: amount,
  /** The first of my orders by rank, at most 50. */
  first: z.array(z.object({ rank: z.int(), joinedAt: time })),
});
