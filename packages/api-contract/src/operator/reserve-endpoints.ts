import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roundState } from '../rounds/endpoints.ts';
import {
  amount,
  amountInput,
  bps,
  checkRange,
  id,
  pageOf,
  pageRequest,
  signedAmount,
  time,
  timeInput,
} from '../wire.ts';
import { cityName } from './offer-endpoints.ts';
import { operatorAction } from './operator-action.ts';

export const reserveChangeKind = z.enum(['funding', 'minted', 'failed']);
const roundName = { roundId: id, city: z.string(), phase: z.int(), number: z.int() };

/** The reserve: its coverage of rounds, and what changed it. */
export const reserveEndpoints = {
  'POST /api/ops/reserve': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves the coverage by the reserve of each round that can still fail, the next to open first.',
    request: z.strictObject({}),
    reply: z.object({
      balance: amount,
      /** The losses of all these rounds together. */
      maximumLoss: amount,
      rounds: z.array(
        z.object({
          ...roundName,
          state: roundState,
          quota: amount,
          filled: amount,
          maximumLoss: amount,
          budget: amount,
          coverageBps: bps,
        }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/ops/reserve/changes': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists changes of the reserve by fundings and settlements, newest first; for a city, those of its rounds.',
    request: z
      .strictObject({
        kind: reserveChangeKind.optional(),
        city: cityName.optional(),
        from: timeInput.optional(),
        to: timeInput.optional(),
        ...pageRequest,
      })
      .superRefine(checkRange),
    reply: pageOf(
      z.object({
        at: time,
        kind: reserveChangeKind,
        added: amount,
        taken: amount,
        net: signedAmount,
        round: z.object(roundName).nullable(),
        reason: z.string().nullable(),
      }),
    ),
    refusals: [],
  }),
};

/** Actions on the reserve. */
export const reserveActions = {
  'POST /api/ops/reserve/fund': operatorAction({
    summary: 'Transfers JU from the treasury to the reserve. Requires confirmation by a second operator.',
    fields: { amount: amountInput },
    consequence: ['rounds', 'loss', 'balance'],
    refusals: ['amount-not-positive', 'treasury-too-small'],
  }),
  'POST /api/ops/reserve/cap': operatorAction({
    summary:
      'Sets the cap of the reserve; the excess is distributed to participants. Within a day it at most doubles. ' +
      'Requires confirmation by a second operator.',
    fields: { cap: amountInput },
    consequence: ['balance', 'excess'],
    refusals: ['nothing-changes', 'setting-out-of-bounds'],
  }),
};
