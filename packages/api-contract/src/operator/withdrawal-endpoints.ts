import { WITHDRAWAL_RULES } from '@city-mint/domain/assets/decide-withdrawal';
import { RETURN_REASONS } from '@city-mint/domain/assets/return-reasons';
import { WITHDRAWAL_WAITS } from '@city-mint/domain/assets/withdrawal-waits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  address,
  addressInput,
  amount,
  amountInput,
  checkRange,
  currency,
  hash,
  id,
  pageOf,
  pageRequest,
  time,
  timeInput,
} from '../wire.ts';
import { operatorAction } from './operator-action.ts';

const state = z.enum(['requested', 'approved', 'signed', 'completed', 'returned']);

/** A withdrawal of any participant, and its wait while it is neither paid nor returned. */
const operatorWithdrawal = z.object({
  withdrawalId: id,
  account: address,
  to: address,
  currency,
  amount,
  state,
  /** Whether it pays out the operator's earnings. */
  isPayout: z.boolean(),
  /** The account demanded it on the chain, to itself. */
  isDemanded: z.boolean(),
  requestedAt: time,
  /** When it was paid or returned. */
  endedAt: time.nullable(),
  returnedReason: z.enum(RETURN_REASONS).nullable(),
  voucherId: hash,
  /** Until when its last voucher can be sent; null = none was signed. */
  deadline: time.nullable(),
  cancelAskedAt: time.nullable(),
  txHash: hash.nullable(),
  /** Every reason why it waits; `until` is when that ends by itself, or is tried again, where that is known. */
  waits: z.array(z.object({ reason: z.enum(WITHDRAWAL_WAITS), until: time.nullable() })),
});

const SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const;

const listRequest = z
  .strictObject({
    state: state.optional(),
    currency: currency.optional(),
    account: addressInput.optional(),
    minimum: amountInput.optional(),
    maximum: amountInput.optional(),
    from: timeInput.optional(),
    to: timeInput.optional(),
    sort: z.enum(SORTS).default('newest'),
    ...pageRequest,
  })
  .superRefine(checkRange)
  .superRefine((request, context) => {
    const { minimum, maximum, sort } = request;
    const isByAmount = minimum !== undefined || maximum !== undefined || sort === 'largest' || sort === 'smallest';
    if (isByAmount && request.currency === undefined) {
      context.addIssue({ code: 'custom', path: ['currency'], message: 'field-missing' });
    }
    if (minimum !== undefined && maximum !== undefined && maximum < minimum) {
      context.addIssue({ code: 'custom', path: ['maximum'], message: 'value-not-allowed' });
    }
  });

/** One thing that happened to a withdrawal. */
const historyEntry = z.discriminatedUnion('event', [
  z.object({ event: z.literal('requested'), at: time, callId: z.string().nullable() }),
  /** What operators did: proposed, approved, rejected, cancelled; the entry of the public log. */
  z.object({
    event: z.literal('operator'),
    at: time,
    logId: id,
    action: z.string(),
    operator: address,
    proposedBy: address.nullable(),
    reason: z.string(),
    proposalId: id.nullable(),
  }),
  z.object({ event: z.literal('signed'), at: time, number: z.int(), validAfter: time, deadline: time }),
  z.object({ event: z.literal('cancel-asked'), at: time }),
  z.object({
    event: z.literal('paid'),
    at: time,
    txHash: hash,
    blockNumber: z.string(),
    gasFee: amount.nullable(),
  }),
  z.object({
    event: z.literal('returned'),
    at: time,
    reason: z.enum(RETURN_REASONS),
  }),
]);

/** Withdrawals that an operator can decide on. */
export const withdrawalEndpoints = {
  'POST /api/ops/withdrawals': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists withdrawals that wait for an approval, oldest first.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(operatorWithdrawal),
    refusals: [],
  }),
  'POST /api/ops/withdrawals/open': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists approved withdrawals that were not paid out yet, with their voucher ids, oldest first.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(operatorWithdrawal),
    refusals: [],
  }),
  'POST /api/ops/withdrawals/list': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists withdrawals of every state by time or by amount. Amounts are filtered and sorted within one currency; ' +
      '`from` and `to` are of the time of the request.',
    request: listRequest,
    reply: pageOf(operatorWithdrawal),
    refusals: ['unknown-address'],
  }),
  'POST /api/ops/withdrawals/detail': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves a withdrawal with its whole history, the reason why no voucher is signed for it now, and the ' +
      'proposal on it that waits for a second operator.',
    request: z.strictObject({ withdrawalId: id }),
    reply: z.object({
      withdrawal: operatorWithdrawal,
      /** The signer's own reason by the limits and rows of now; null where it would sign, or has nothing to sign. */
      obstacle: z
        .enum(['account-differs', 'recipient-unknown', 'approval-missing', 'recipient-on-hold', 'limit-exceeded'])
        .nullable(),
      /** The limits that hold it, each with its rest for this user before this request. */
      limits: z.array(z.object({ rule: z.enum(WITHDRAWAL_RULES), limit: amount, left: amount })),
      approvalAbove: amount.nullable(),
      /** How many others of the same user operators rejected or cancelled within 30 days. */
      rejectedBefore: z.int(),
      history: z.array(historyEntry),
      proposal: z
        .object({ proposalId: id, action: z.string(), proposedBy: address, proposedAt: time, expiresAt: time })
        .nullable(),
    }),
    refusals: ['not-found'],
  }),
  'POST /api/ops/withdrawals/limits': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the limits of withdrawals with the use by all users in 24 hours, the number of withdrawals per ' +
      'state, and the reasons that block all of them.',
    request: z.strictObject({}),
    reply: z.object({
      currencies: z.array(
        z.object({
          currency,
          perWithdrawal: amount,
          perUserDay: amount,
          /** The limit of all users, their withdrawals less their recharges, and the rest. */
          perDay: amount,
          used: amount,
          left: amount,
          /** The most that a single user may withdraw of the rest. */
          shareOfDay: amount,
          approvalAbove: amount.nullable(),
        }),
      ),
      newAddressHours: z.int(),
      pending: z.array(
        z.object({ state: z.enum(['requested', 'approved', 'signed']), count: z.int(), oldestAt: time.nullable() }),
      ),
      paused: z.object({ since: time, reason: z.string().nullable() }).nullable(),
      /** Null while the chain was never read. */
      chain: z
        .object({ headNumber: z.string(), headAt: time, readNumber: z.string(), haltReason: z.string().nullable() })
        .nullable(),
    }),
    refusals: [],
  }),
};

/** Actions on single withdrawals. */
export const withdrawalActions = {
  'POST /api/ops/withdrawals/approve': operatorAction({
    summary:
      'Approves a waiting withdrawal. Requires confirmation by a second operator; neither can approve their own.',
    fields: { withdrawalId: id },
    consequence: ['amount', 'withdrawals'],
    refusals: ['not-found', 'not-waiting', 'own-withdrawal'],
  }),
  'POST /api/ops/withdrawals/reject': operatorAction({
    summary:
      'Rejects a waiting withdrawal and returns the frozen amount to the user. Requires confirmation by a second ' +
      'operator when another of the same user was rejected or cancelled within 30 days.',
    fields: { withdrawalId: id },
    consequence: ['amount', 'withdrawals'],
    refusals: ['not-found', 'not-waiting'],
  }),
  'POST /api/ops/withdrawals/cancel': operatorAction({
    summary:
      'Cancels an approved withdrawal. Without a signed voucher the amount is returned immediately; ' +
      'otherwise no further voucher is signed, and `cancelVoucher` on the vault invalidates the last one. Requires ' +
      'confirmation by a second operator when another of the same user was rejected or cancelled within 30 days.',
    fields: { withdrawalId: id },
    consequence: ['amount', 'state'],
    refusals: ['not-found', 'withdrawal-not-open', 'nothing-changes'],
  }),
};
