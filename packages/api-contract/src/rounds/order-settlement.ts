import { z } from 'zod';
import { amount, hash, time } from '../wire.ts';

/** The settlement of one order; the parts of the other outcomes are null. */
export const settlement = z.object({
  settledAt: time,
  minted: z
    .object({
      principal: amount,
      fee: amount,
      split: amount,
      stages: z.array(z.object({ stage: z.int(), amount, dueAt: time, paidAt: time.nullable() })),
    })
    .nullable(),
  failed: z.object({ refund: amount, loss: amount, compensation: amount, hashPower: amount }).nullable(),
  cancelled: z.object({ refund: amount }).nullable(),
});

/**
 * Proof that an order's result is included in the published settlement of its round: `leaf` is the text that is hashed
 * (the round's id and the order's result of the settlement file, RFC 8785), `path` the hashes beside its way up to the
 * root.
 */
export const inclusion = z.object({ root: hash, leaf: z.string(), path: z.array(hash) });
