import { RETURN_REASONS } from '@city-mint/domain/assets/return-reasons';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  address,
  addressInput,
  amount,
  amountInput,
  ascendingTimes,
  checkRange,
  currency,
  hash,
  id,
  pageOf,
  pageRequest,
  requestId,
  time,
  timeInput,
} from '../wire.ts';

export const withdrawalState = z.enum([
  'requested',
  'approved',
  'signed',
  'submitted',
  'confirming',
  'completed',
  'returned',
]);

export const assetEventKind = z.enum(['recharge', 'withdrawal']);
export const assetEventStatus = z.enum(['in-progress', 'completed', 'failed']);

/**
 * The EIP-712 voucher that the account's own wallet sends to the vault, with the signatures of signer and auditor;
 * amount in base units, times in seconds, as the contract takes them.
 */
export const voucher = z.object({
  id: hash,
  account: address,
  to: address,
  token: address,
  amount: z.string(),
  validAfter: z.string(),
  deadline: z.string(),
  signature: z.string(),
  auditorSignature: z.string(),
  vault: address,
});

/** A recharge or a withdrawal, as record lists show it. */
export const assetEvent = z.object({
  eventId: z.string(),
  kind: assetEventKind,
  currency,
  quantity: amount,
  from: address,
  to: address,
  blockHeight: z.string().nullable(),
  at: time,
  gasFee: amount.nullable(),
  confirmations: z.int().nullable(),
  confirmationsNeeded: z.int(),
  status: assetEventStatus,
  txHash: hash.nullable(),
  withdrawalId: id.nullable(),
});

const eventId = z.string().regex(/^(d|p|w)-[0-9a-z-]{1,90}$/, 'id-format');

/** A sum of each currency. */
const sums = z.object({ JU: amount, FMC: amount });

export const assetsEndpoints = {
  'GET /api/app/config': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'Returns the chain, its contracts and the limits that the page needs and compares with its build.',
    request: z.strictObject({}),
    reply: z.object({
      chainId: z.int(),
      vault: address,
      fmc: address,
      router: address,
      factory: address,
      wrappedNative: address,
      anchors: address,
      confirmationsNeeded: z.int(),
      serverTime: time,
    }),
    refusals: [],
  }),
  'POST /api/app/user/asset': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'My assets per currency: in the system (available, frozen) and on chain.',
    request: z.strictObject({}),
    reply: z.object({
      assets: z.array(
        z.object({
          currency,
          available: amount,
          frozenInRounds: amount,
          frozenInWithdrawals: amount,
          /** FMC of later stages that is mine and not yet due. */
          vesting: amount,
          total: amount,
          /** Null when the chain cannot be asked now. */
          onChain: amount.nullable(),
          /** Paid to the account's demand on the chain, and not collected from the vault; null like `onChain`. */
          collectable: amount.nullable(),
          /** The due part at the mean price of the last hour; null without a price of that hour. */
          valueInJu: amount.nullable(),
          vestingValueInJu: amount.nullable(),
        }),
      ),
      /** What FMC is valued with: JU for one FMC, null until it is known. */
      price: z.object({
        juPerFmc: amount.nullable(),
        /** `pool-hour-mean`: the mean over an hour of the JU/FMC pool, from final blocks. */
        source: z.enum(['pool-hour-mean']),
        /** The time of the last final block that was read, where the hour ends; null before the first. */
        priceAt: time.nullable(),
      }),
      pendingRecharges: z.array(assetEvent),
    }),
    refusals: [],
  }),
  'POST /api/app/user/assetEventLog': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'My recharges and withdrawals, newest first, the unconfirmed ones included.',
    request: z
      .strictObject({
        eventId: eventId.optional(),
        kind: assetEventKind.optional(),
        currency: currency.optional(),
        from: timeInput.optional(),
        to: timeInput.optional(),
        ...pageRequest,
      })
      .superRefine(checkRange),
    reply: pageOf(assetEvent),
    refusals: ['not-found'],
  }),
  'POST /api/app/user/assetEventSums': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Returns sums of my recharges and withdrawals in consecutive spans of time, such as the days of a month ' +
      'by the clock of the reader: each span begins at a bound and ends before the next one. Pending ones ' +
      'count, returned ones do not.',
    request: z.strictObject({ bounds: ascendingTimes }),
    reply: z.object({
      spans: z.array(z.object({ from: time, to: time, recharged: sums, withdrawn: sums })),
      recharged: sums,
      withdrawn: sums,
    }),
    refusals: [],
  }),
  'POST /api/app/user/withdraw': endpoint({
    who: 'user',
    rate: 'money',
    summary:
      'Freezes an amount and requests a voucher to withdraw it. Idempotent: the same requestId returns the same answer.',
    request: z.strictObject({ currency, to: addressInput, amount: amountInput, requestId }),
    reply: z.object({ withdrawalId: id, state: withdrawalState }),
    refusals: [
      'request-id-reused',
      'withdrawals-paused',
      'amount-not-positive',
      'address-not-allowed',
      'address-on-hold',
      'withdrawals-cooling',
      'limit-exceeded',
      'amount-over-available',
    ],
  }),
  'POST /api/app/user/withdrawLimits': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Returns my withdrawal limits per currency with the rest of today, and the end of waiting times for me or ' +
      'a new address.',
    request: z.strictObject({}),
    reply: z.object({
      currencies: z.array(
        z.object({
          currency,
          limits: z.array(
            z.object({
              rule: z.enum(['per-withdrawal', 'per-user-day', 'per-day', 'share-of-day']),
              limit: amount,
              left: amount,
            }),
          ),
          /** The most that all limits permit now; the available balance is not counted. */
          left: amount,
          /** Two people approve amounts above it; null = none needs approval. */
          approvalAbove: amount.nullable(),
        }),
      ),
      paused: z.boolean(),
      /** Until when I wait because vouchers expired unused; null = not. */
      coolsUntil: time.nullable(),
      /** For how many hours a withdrawal to an address that is new to me is refused. */
      newAddressHours: z.int(),
      /** The addresses that I asked for, newest first, and from when on each may be used. */
      recipients: z.array(z.object({ address, freeAt: time })),
    }),
    refusals: [],
  }),
  'POST /api/app/user/withdrawStatus': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'The status of one of my withdrawals, with the voucher while it is signed.',
    request: z.strictObject({ id }),
    reply: z.object({
      withdrawalId: id,
      currency,
      to: address,
      amount,
      state: withdrawalState,
      requestedAt: time,
      voucher: voucher.nullable(),
      voucherDeadline: time.nullable(),
      confirmations: z.int().nullable(),
      confirmationsNeeded: z.int(),
      txHash: hash.nullable(),
      returnedReason: z.enum(RETURN_REASONS).nullable(),
    }),
    refusals: ['not-found'],
  }),
};
