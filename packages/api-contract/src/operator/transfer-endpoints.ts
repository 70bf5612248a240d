import { ACCOUNT_KIND_NAMES } from '@city-mint/domain/ledger/account-kinds';
import { TRANSFER_KIND_NAMES } from '@city-mint/domain/ledger/transfer-kinds';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, amount, currency, id, signedAmount, time } from '../wire.ts';

/** A kind of transfer of the ledger. */
export const transferKind = z.enum(TRANSFER_KIND_NAMES);

/** The source of a transfer: the row that its source id names. */
export const transferSource = z.enum([
  'recharge',
  'funding',
  'payment',
  'withdrawal',
  'order',
  'round',
  'machine-day',
  'pool-day',
  'reserve-funding',
]);

/** One side of a transfer: the account, whose it is, and its balance afterwards. */
const transferSide = z.object({
  account: z.enum(ACCOUNT_KIND_NAMES),
  /** The participant whose account it is, or the round; null for an account of the system. */
  owner: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('participant'), address }),
      z.object({ kind: z.literal('round'), roundId: id, city: z.string(), phase: z.int(), number: z.int() }),
    ])
    .nullable(),
  /** Only custody is below zero. */
  after: signedAmount,
});

/** A transfer of the ledger as operators see it, with both of its accounts and the row that it is made for. */
export const transfer = z.object({
  transferId: id,
  at: time,
  kind: transferKind,
  currency,
  amount,
  debit: transferSide,
  credit: transferSide,
  source: z.object({ kind: transferSource, sourceId: z.string(), step: z.int() }),
});

/** Transfers of the ledger, found by their source. */
export const transferEndpoints = {
  'POST /api/ops/transfers/detail': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves a transfer of the ledger: both accounts with their balances afterwards, its source, and the ' +
      'other transfers of that source, in their order, at most 100.',
    request: z.strictObject({ transferId: id }),
    reply: z.object({ transfer, ofSameSource: z.array(transfer) }),
    refusals: ['not-found'],
  }),
  'POST /api/ops/transfers/bySource': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists the transfers whose source is an order, a withdrawal, a recharge, a round or another row, in their ' +
      'order, at most 100.',
    request: z.strictObject({ source: transferSource, sourceId: id }),
    reply: z.object({ transfers: z.array(transfer) }),
    refusals: [],
  }),
};
