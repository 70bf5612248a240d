import { z } from 'zod';
import { amount, id, signedAmount } from '../wire.ts';
import { MOST_AWAITED_ROUNDS } from './awaited-rounds.ts';

const ofRound = {
  roundId: id,
  cityId: id,
  city: z.string(),
  phase: z.int(),
  number: z.int(),
  /** The newest of my orders. */
  orderId: id,
  joined: amount,
  /** JU returned or paid, less the amount put in. */
  netJu: signedAmount,
};

/** The sums of my orders in a settled round, in whole units: its size does not depend on the number of orders. */
const ownOutcome = z.discriminatedUnion('outcome', [
  /** FMC of all stages, and the part paid so far. */
  z.object({ ...ofRound, outcome: z.literal('minted'), fmc: amount, fmcPaid: amount, principal: amount }),
  z.object({
    ...ofRound,
    outcome: z.literal('failed'),
    refund: amount,
    loss: amount,
    compensation: amount,
    hashPower: amount,
    /** All of the hash power has been claimed. */
    isClaimed: z.boolean(),
    /** One of the orders joined in the last part of the window: compensated after all that did not. */
    isLate: z.boolean(),
  }),
  z.object({ ...ofRound, outcome: z.literal('cancelled'), refund: amount }),
]);

export const ownOutcomesRequest = z.strictObject({ roundIds: z.array(id).max(MOST_AWAITED_ROUNDS, 'list-too-long') });

/** A round of the request in which I have no order is in neither list. */
export const ownOutcomes = z.object({ unsettled: z.array(id), settled: z.array(ownOutcome) });
