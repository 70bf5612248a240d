import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, amount, bps, currency, hash, id, pageOf, pageRequest, time } from '../wire.ts';

const money = z.object({ currency, amount });

/** The widest limit of slippage that a swap may be sent with, in basis points. */
const MOST_SLIPPAGE_BPS = 5_000;
/** The limit of slippage that the user chose for a swap. */
const slippageLimit = z.int({ error: 'wrong-type' }).superRefine((value, context) => {
  if (value >= 1 && value <= MOST_SLIPPAGE_BPS) return;
  const params = { error: 'value-not-allowed', limit: `1–${MOST_SLIPPAGE_BPS}` };
  context.addIssue({ code: 'custom', message: 'value-not-allowed', params });
});

export const swap = z.object({
  /** Stays the same until the swap is final, also where a reorganisation moves it to another block. */
  swapId: id,
  /**
   * `in-progress`: in a block that is not final, which a reorganisation may still take back; `failed`: the router
   * reverted it, and nothing but gas was paid.
   */
  status: z.enum(['in-progress', 'completed', 'failed']),
  /** The amount that the pool received; of a failed swap the most that it could sell. */
  sold: money,
  /** The amount that the pool paid; of a failed swap the least that it had to pay, of which it paid nothing. */
  received: money,
  /** Less than this the router would not have paid out; null where the transaction named no least amount. */
  minimumReceived: amount.nullable(),
  /** More than this the router would not have sold, for an exact amount received; null for other swaps. */
  maximumSold: amount.nullable(),
  /** The limit that I chose when I sent it, as this page's `swapSent` named it; null for swaps made elsewhere. */
  slippageLimitBps: bps.nullable(),
  /** JU for one FMC in this swap, the pool's fee included, rounded down; null of a failed one. */
  price: amount.nullable(),
  /** The pool's fee, in the currency that was sold; null of a failed one. */
  fee: money.nullable(),
  /** What I paid for the transaction; null where another wallet paid it. */
  gasFee: amount.nullable(),
  txHash: hash,
  /** The pool that the swap went through. */
  pool: address,
  blockHeight: z.string(),
  /** The block's time. */
  at: time,
  /** Blocks on top of its block so far, never more than `confirmationsNeeded`, with which it is final. */
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
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
      'My swaps of JU and FMC, newest block first, in progress, completed and failed; `swapId`, `txHash`: this one.',
    request: z.strictObject({ swapId: id.optional(), txHash: hash.optional(), ...pageRequest }),
    reply: pageOf(swap),
    refusals: [],
  }),
  'POST /api/app/user/swapSent': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'Reports a swap that my wallet sent, with the limit of slippage that I chose; the first report of a hash stays.',
    request: z.strictObject({ txHash: hash, slippageLimitBps: slippageLimit }),
    reply: z.object({ txHash: hash, slippageLimitBps: bps }),
    refusals: ['too-many-requests'],
  }),
};
