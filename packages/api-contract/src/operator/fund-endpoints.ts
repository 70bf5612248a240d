import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, checkRange, currency, id, pageOf, pageRequest, signedAmount, time, timeInput } from '../wire.ts';
import { transferSource } from './transfer-endpoints.ts';

/** The system's accounts, and the vault's holdings in each currency: `vault-…` is the ledger's account custody. */
export const FUNDS = [
  'treasury',
  'reserve',
  'launch-costs',
  'nodes',
  'levels',
  'emission',
  'vault-JU',
  'vault-FMC',
] as const;
export const fund = z.enum(FUNDS);
export type Fund = z.output<typeof fund>;

/** Kinds of transfers from and to them. docs/money-rules.md#9-ledger */
const FUND_TRANSFERS = [
  'deposit',
  'funding',
  'withdrawal-done',
  'unknown-payment',
  'fee-share',
  'loss',
  'compensation',
  'split',
  'reserve-funding',
  'operator-payout',
  'mint',
  'vest',
  'hash-rate-output',
  'node-output',
  'level-output',
] as const;
export const fundTransferKind = z.enum(FUND_TRANSFERS);
export type FundTransferKind = z.output<typeof fundTransferKind>;

export const flowDirection = z.enum(['in', 'out']);

const sums = z.object({ in: amount, out: amount });

/** The last transfer in the counted flows, and the time of the count: only balances contain newer transfers. */
const counted = z.object({ transferId: z.string(), at: time });

/** The balances of the system's accounts, their flows and transfers. */
export const fundEndpoints = {
  'POST /api/ops/funds': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the balances of the system’s accounts and of the vault, the amounts that settlements and a ' +
      'mining day will still draw, and inflow and outflow today (UTC) and in total.',
    request: z.strictObject({}),
    reply: z.object({
      at: time,
      counted,
      funds: z.array(z.object({ fund, currency, balance: signedAmount, reserved: amount, today: sums, total: sums })),
    }),
    refusals: [],
  }),
  'POST /api/ops/funds/flows': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the inflow and outflow of an account on each of the last UTC days, at most 366 including ' +
      'today, by kind of transfer; `opening` is its balance before them. Counts only sealed transfers, up to ' +
      '`counted`.',
    request: z.strictObject({
      fund,
      days: z.int({ error: 'wrong-type' }).min(1, 'value-not-allowed').max(366, 'value-not-allowed').default(30),
    }),
    reply: z.object({
      currency,
      /** The first of these days, at its beginning. */
      from: time,
      days: z.int(),
      opening: signedAmount,
      closing: signedAmount,
      counted,
      flows: z.array(
        z.object({ day: time, kind: fundTransferKind, direction: flowDirection, amount, transfers: z.int() }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/ops/funds/transfers': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists the transfers of an account, newest first. `from` and `to`, whole UTC days, restrict it to the ' +
      'transfers that the flows of these days count.',
    request: z
      .strictObject({
        fund,
        direction: flowDirection.optional(),
        kind: fundTransferKind.optional(),
        from: timeInput.optional(),
        to: timeInput.optional(),
        ...pageRequest,
      })
      .superRefine(checkRange),
    reply: pageOf(
      z.object({
        transferId: id,
        at: time,
        kind: fundTransferKind,
        direction: flowDirection,
        amount,
        balanceAfter: signedAmount,
        /** The other account: its kind, and the wallet or the round that it is of. */
        other: z.object({ account: z.string(), address: z.string().nullable(), roundId: id.nullable() }),
        /** The row that it was made for. */
        source: z.object({ kind: transferSource, id: z.string() }),
      }),
    ),
    refusals: [],
  }),
};
