import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, amount, amountInput, currency, regionName, systemPart, time, wholeNumber } from '../wire.ts';
import { operatorAction } from './operator-action.ts';

/** Pauses, withdrawal limits, and the permissions of each region. */
export const controlEndpoints = {
  'POST /api/ops/controls': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves the paused parts of the system, the withdrawal limits and the balances of the reserve.',
    request: z.strictObject({}),
    reply: z.object({
      at: time,
      parts: z.array(
        z.object({
          part: systemPart,
          paused: z.boolean(),
          reason: z.string().nullable(),
          /** The operator who paused or resumed it last; null = the system itself, or it was never done. */
          changedBy: address.nullable(),
          changedAt: time,
          pausedSince: time.nullable(),
        }),
      ),
      limits: z.array(
        z.object({
          currency,
          perWithdrawal: amount,
          perUserDay: amount,
          perDay: amount,
          approvalAbove: amount.nullable(),
        }),
      ),
      /** Withdrawals of all users in the last 24 hours, less the recharges of each, and the rest of `perDay`. */
      dayUse: z.array(z.object({ currency, used: amount, left: amount })),
      newAddressHoldHours: z.int(),
      reserve: z.object({ balance: amount, cap: amount, treasury: amount }),
    }),
    refusals: [],
  }),
  'POST /api/ops/regions': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the rules of regions. `default` applies to every region that is not listed.',
    request: z.strictObject({}),
    reply: z.object({
      regions: z.array(
        z.object({ region: regionName, joiningAllowed: z.boolean(), referralAllowed: z.boolean(), changedAt: time }),
      ),
    }),
    refusals: [],
  }),
};

/** Actions that pause and resume parts of the system. */
export const switchActions = {
  'POST /api/ops/pause': operatorAction({
    summary: 'Pauses one part of the system immediately.',
    fields: { part: systemPart },
    consequence: ['part', 'rounds', 'wallets', 'withdrawals'],
    refusals: ['nothing-changes'],
  }),
  'POST /api/ops/unpause': operatorAction({
    summary: 'Resumes a paused part of the system. Requires confirmation by a second operator.',
    fields: { part: systemPart },
    consequence: ['part', 'rounds', 'wallets', 'withdrawals', 'since'],
    refusals: ['nothing-changes'],
  }),
};

/** Actions on withdrawal limits. */
export const limitActions = {
  'POST /api/ops/limits/set': operatorAction({
    summary:
      'Sets the withdrawal limits of a currency; `approvalAbove` null means that no withdrawal needs an approval. ' +
      'Raising a limit requires confirmation by a second operator.',
    fields: {
      currency,
      perWithdrawal: amountInput,
      perUserDay: amountInput,
      perDay: amountInput,
      approvalAbove: amountInput.nullable(),
    },
    consequence: ['withdrawn', 'withdrawals'],
    refusals: ['nothing-changes'],
  }),
  'POST /api/ops/limits/hold': operatorAction({
    summary:
      'Sets for how many hours withdrawals to a new address are refused. ' +
      'Fewer hours require confirmation by a second operator.',
    fields: { hours: wholeNumber },
    consequence: [],
    refusals: ['hours-out-of-bounds', 'nothing-changes'],
  }),
};

/** Actions on the rules of regions. */
export const regionActions = {
  'POST /api/ops/regions/set': operatorAction({
    summary: 'Sets the rules of a region. Allowing more than before requires confirmation by a second operator.',
    fields: { region: regionName, joiningAllowed: z.boolean(), referralAllowed: z.boolean() },
    consequence: [],
    refusals: ['nothing-changes'],
  }),
};
