import { z } from 'zod';
import { amount, signedAmount, time } from '../wire.ts';

/** Orders of one outcome, or those whose round has come to nothing yet. */
const orderCount = z.object({ orders: z.int(), joined: amount });

/** What all orders of a user put in and came to, amounts in whole units. */
export const orderTotals = z.object({
  byOutcome: z.object({ active: orderCount, minted: orderCount, failed: orderCount, cancelled: orderCount }),
  /** JU of all orders, and of those that are not settled yet. */
  joined: amount,
  inRounds: amount,
  /** What has come back: principals and refunds, and apart from them compensations and shares of the surplus. */
  returned: amount,
  compensation: amount,
  split: amount,
  /** All of that less what the settled orders had put in. */
  netJu: signedAmount,
  fmcPaid: amount,
  fmcDue: amount,
  /** The oldest first; `at` is where the UTC day begins, `fmc` is of all stages. */
  days: z.array(z.object({ at: time, orders: z.int(), netJu: signedAmount, fmc: amount })),
});
