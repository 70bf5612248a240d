import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, amount, currency, hash, id, pageOf, pageRequest, time } from '../wire.ts';
import { operatorAction } from './operator-action.ts';

const operatorWithdrawal = {
  withdrawalId: id,
  account: address,
  to: address,
  currency,
  amount,
  requestedAt: time,
};

/** Withdrawals that an operator can decide on. */
export const withdrawalEndpoints = {
  'POST /api/ops/withdrawals': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists withdrawals that wait for an approval, oldest first.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(z.object(operatorWithdrawal)),
    refusals: [],
  }),
  'POST /api/ops/withdrawals/open': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists approved withdrawals that were not paid out yet, with their voucher ids, oldest first.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        ...operatorWithdrawal,
        state: z.enum(['approved', 'signed']),
        voucherId: hash,
        deadline: time.nullable(),
        cancelAskedAt: time.nullable(),
      }),
    ),
    refusals: [],
  }),
};

/** Actions on single withdrawals. */
export const withdrawalActions = {
  'POST /api/ops/withdrawals/approve': operatorAction({
    summary:
      'Approves a waiting withdrawal. Requires confirmation by a second operator; neither can approve their own.',
    fields: { withdrawalId: id },
    refusals: ['not-found', 'not-waiting', 'own-withdrawal'],
  }),
  'POST /api/ops/withdrawals/reject': operatorAction({
    summary:
      'Rejects a waiting withdrawal and returns the frozen amount to the user. Requires confirmation by a second ' +
      'operator when another of the same user was rejected or cancelled within 30 days.',
    fields: { withdrawalId: id },
    refusals: ['not-found', 'not-waiting'],
  }),
  'POST /api/ops/withdrawals/cancel': operatorAction({
    summary:
      'Cancels an approved withdrawal. Without a signed voucher the amount is returned immediately; ' +
      'otherwise no further voucher is signed, and `cancelVoucher` on the vault invalidates the last one. Requires ' +
      'confirmation by a second operator when another of the same user was rejected or cancelled within 30 days.',
    fields: { withdrawalId: id },
    refusals: ['not-found', 'withdrawal-not-open', 'nothing-changes'],
  }),
};
