import { z } from 'zod';
import { amount, signedAmount, time } from '../wire.ts';

/** Orders of one outcome, or those whose round has no outcome yet. */
const orderCount = z.object({ orders: z.int(), joined: amount });

/** The joined amounts and results of all orders of a user, in whole units. */
export const orderTotals = z.object({
  byOutcome: z.object({ active: orderCount, minted: orderCount, failed: orderCount, cancelled: orderCount }),
  /** JU of all orders, and of those that are not settled yet. */
  joined: amount,
  inRounds: amount,
  /** Principals and refunds; compensations and shares of the surplus are separate. */
  returned: amount,
  compensation: amount,
  split: amount,
  /** All of that less the amounts of the settled orders. */
  netJu: signedAmount,
  fmcPaid: amount,
  fmcDue: amount,
  /** The oldest first; `at` is where the UTC day begins, `fmc` is of all stages. */
  days: z.array(z.object({ at: time, orders: z.int(), netJu: signedAmount, fmc: amount })),
});
