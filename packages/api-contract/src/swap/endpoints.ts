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

/** JU for one FMC, as a mean over time; null until the whole of that time is known. */
const price = amount.nullable();
const priceWindow = z.object({
  price,
  /** Since the window before it. */
  changeBps: z.int().nullable(),
  /** How often the pool changed in it. */
  changes: z.int(),
});

export const swapEndpoints = {
  'POST /api/app/price': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'The price of FMC in JU over a day, a week, 30 days or a year: means over time, from final blocks of the pool.',
    request: z.strictObject({ range: z.enum(['day', 'week', 'month', 'year']) }),
    reply: z.object({
      /** The time of the last final block that was read; all windows end there. */
      readUntil: time.nullable(),
      /** The pool's own price: one trade moves it. */
      spot: price,
      windows: z.object({ hour: priceWindow, day: priceWindow, week: priceWindow, month: priceWindow }),
      points: z.array(z.object({ from: time, to: time, price, changes: z.int() })),
    }),
    refusals: [],
  }),
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
