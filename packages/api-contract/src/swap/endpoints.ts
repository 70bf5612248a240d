import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, bps, currency, hash, id, pageOf, pageRequest, time } from '../wire.ts';

const money = z.object({ currency, amount });

export const swap = z.object({
  swapId: id,
  sold: money,
  received: money,
  /** Less than this the router would not have paid out; null where the transaction named no least amount. */
  minimumReceived: amount.nullable(),
  /** How far the price might have moved further against me: what was received over the minimum, as a share of it. */
  slippageLimitBps: bps.nullable(),
  /** The pool's fee, in the currency that was sold. */
  fee: money,
  gasFee: amount.nullable(),
  txHash: hash,
  blockHeight: z.string(),
  at: time,
  status: z.enum(['completed']),
});

export const swapEndpoints = {
  'POST /api/app/user/swapLog': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'My swaps of JU and FMC, newest first, once they are final; `swapId`: this one. A reverted one is not listed.',
    request: z.strictObject({ swapId: id.optional(), ...pageRequest }),
    reply: pageOf(swap),
    refusals: [],
  }),
};
