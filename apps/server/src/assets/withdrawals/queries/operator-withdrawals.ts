import { RETURN_REASONS } from '@city-mint/domain/assets/return-reasons';
import { type WithdrawalWait, withdrawalWaits } from '@city-mint/domain/assets/withdrawal-waits';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { readChainHeight } from '#platform/chain/chain-height.ts';
import { findPendingTransactions } from '#platform/chain/pending-events.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { type KeyFormat, NUMBER_KEY, type NumberKey, TIME_KEY } from '#platform/paging.ts';
import { isPaused } from '#switches/queries.ts';
import { storedCurrency } from '../../stored-currency.ts';
import { VAULT_SOURCE } from '../../vault.ts';

const storedState = z.enum(['requested', 'approved', 'signed', 'completed', 'returned']);
const storedReason = z.enum(RETURN_REASONS).nullable();
export type WithdrawalState = z.output<typeof storedState>;

/** A withdrawal of any user as operators' lists show it; `amount` in base units. */
export type OperatorWithdrawal = {
  readonly id: bigint;
  readonly account: string;
  readonly recipient: string;
  readonly currency: Currency;
  readonly amount: TokenAmount;
  readonly state: WithdrawalState;
  readonly isPayout: boolean;
  /** The account demanded it on the chain. */
  readonly isDemanded: boolean;
  readonly requestedAt: Date;
  /** When it was paid or returned. */
  readonly endedAt: Date | null;
  readonly returnedReason: z.output<typeof storedReason>;
  /** Its id on chain. */
  readonly voucherId: string;
  /** Deadline of its last voucher; null = none was signed. */
  readonly deadline: Date | null;
  readonly cancelAskedAt: Date | null;
  readonly txHash: string | null;
  readonly waits: readonly WithdrawalWait[];
};

type Row = {
  id: bigint;
  account: string;
  recipient: string;
  currency: number;
  amount: bigint;
  state: string;
  is_payout: boolean;
  is_demanded: boolean;
  requested_at: Date;
  due_at: Date | null;
  ended_at: Date | null;
  return_reason: string | null;
  voucher_id: string;
  deadline: Date | null;
  cancel_asked_at: Date | null;
  tx_hash: string | null;
  free_at: Date | null;
};

/**
 * Reads a page with everything that its withdrawals wait for. `page` is a SELECT of `withdrawal` rows and the `place`
 * of each.
 */
async function readPage(db: Database, page: RawBuilder<unknown>): Promise<OperatorWithdrawal[]> {
  const [{ rows }, paused, height, now] = await Promise.all([
    sql<Row>`
      with page as materialized (${page})
      select page.id, page.account, page.recipient, page.currency, page.amount, page.state,
        page.is_payout, page.is_demanded, page.requested_at, page.due_at,
        coalesce(page.completed_at, page.returned_at) as ended_at, page.return_reason, page.voucher_id,
        v.deadline, page.cancel_asked_at, page.tx_hash,
        r.first_asked_at + make_interval(hours => h.hours) as free_at
      from page cross join withdrawal_hold h
      left join lateral (
        select max(deadline) as deadline from withdrawal_voucher where withdrawal_id = page.id) v on true
      left join withdrawal_recipient r
        on r.user_id = page.user_id and r.recipient = page.recipient and page.recipient <> page.account
      order by page.place`.execute(db),
    isPaused(db, 'withdrawals'),
    readChainHeight(db, VAULT_SOURCE),
    databaseTime(db),
  ]);
  const signed = rows.filter(({ state }) => state === 'signed').map((row) => row.voucher_id);
  const payments = await findPendingTransactions(db, { kind: 'withdrawn', field: 'voucherId', values: signed });
  const system = { now, isPaused: paused, isChainRead: height !== undefined && height.haltedBecause === null };
  return rows.map((row) => toOperatorWithdrawal(row, { ...system, paymentTx: payments.get(row.voucher_id) ?? null }));
}

type SystemNow = {
  readonly now: number;
  readonly isPaused: boolean;
  readonly isChainRead: boolean;
  /** Its payment in a block that is not final. */
  readonly paymentTx: string | null;
};

function toOperatorWithdrawal(row: Row, { paymentTx, ...system }: SystemNow): OperatorWithdrawal {
  return {
    id: row.id,
    account: row.account,
    recipient: row.recipient,
    currency: storedCurrency(row.currency),
    amount: tokenAmount(row.amount),
    state: storedState.parse(row.state),
    isPayout: row.is_payout,
    isDemanded: row.is_demanded,
    requestedAt: row.requested_at,
    endedAt: row.ended_at,
    returnedReason: storedReason.parse(row.return_reason),
    voucherId: row.voucher_id,
    deadline: row.deadline,
    cancelAskedAt: row.cancel_asked_at,
    txHash: row.tx_hash ?? paymentTx,
    waits: withdrawalWaits({
      state: row.state,
      dueAt: row.due_at?.getTime() ?? null,
      deadline: row.deadline?.getTime() ?? null,
      isCancelAsked: row.cancel_asked_at !== null,
      isPaymentSeen: paymentTx !== null,
      recipientFreeAt: row.free_at?.getTime() ?? null,
      ...system,
    }),
  };
}

type IdPage = { readonly after: bigint | null; readonly limit: number };

/** Returns withdrawals that wait for approval, with ids above `after`, oldest first. */
export function listWaitingWithdrawals(db: Database, { after, limit }: IdPage): Promise<OperatorWithdrawal[]> {
  return readPage(
    db,
    sql`select *, id as place from withdrawal where state = 'requested' and id > ${after ?? 0n}::bigint
      order by id limit ${limit}::int`,
  );
}

/** Returns withdrawals that are approved or signed and not paid, with ids above `after`, oldest first. */
export function listOpenWithdrawals(db: Database, { after, limit }: IdPage): Promise<OperatorWithdrawal[]> {
  // An approved withdrawal is always due. The condition lets the planner use the index of due withdrawals.
  return readPage(
    db,
    sql`select *, id as place from withdrawal
      where (state = 'signed' or (state = 'approved' and due_at is not null)) and id > ${after ?? 0n}::bigint
      order by id limit ${limit}::int`,
  );
}

/** Returns a withdrawal of any user as operators see it, or undefined. */
export async function findOperatorWithdrawal(db: Database, id: bigint): Promise<OperatorWithdrawal | undefined> {
  return (await readPage(db, sql`select *, id as place from withdrawal where id = ${id}::bigint`))[0];
}

/** Sort order of a list of withdrawals; amounts within one currency. */
export type WithdrawalSort = 'newest' | 'oldest' | 'largest' | 'smallest';

export type WithdrawalFilter = {
  readonly state?: WithdrawalState | undefined;
  readonly currency?: Currency | undefined;
  readonly userId?: bigint | undefined;
  /** Base units, both inclusive. */
  readonly minimum?: bigint | undefined;
  readonly maximum?: bigint | undefined;
  /** Time of the request: `from` inclusive, `to` exclusive, UTC milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly sort: WithdrawalSort;
  /** Key of the last shown withdrawal: the amount in base units, or the time of the request in UTC milliseconds. */
  readonly after: NumberKey | null;
  readonly limit: number;
};

/**
 * Returns a page of withdrawals, filtered and sorted. Each sort order of each state and currency has an index. The
 * withdrawals of one user are found first and then sorted, however many others there are: an index of all users in that
 * sort order would look cheaper to the planner, but would be scanned to its end where the user's rows are far down.
 */
export function listWithdrawalsOfAll(db: Database, filter: WithdrawalFilter): Promise<OperatorWithdrawal[]> {
  const { state, currency, userId, minimum, maximum, from, to, sort, after, limit } = filter;
  const byAmount = isByAmount(sort);
  const isDown = sort === 'newest' || sort === 'largest';
  const column = byAmount ? sql`amount` : sql`requested_at`;
  const direction = isDown ? sql`desc` : sql`asc`;
  const conditions = [
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(currency === undefined ? [] : [sql`currency = ${CURRENCIES[currency]}::smallint`]),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}::bigint`]),
    ...(minimum === undefined ? [] : [sql`amount >= ${minimum.toString()}::numeric`]),
    ...(maximum === undefined ? [] : [sql`amount <= ${maximum.toString()}::numeric`]),
    ...(from === undefined ? [] : [sql`requested_at >= ${new Date(from)}::timestamptz`]),
    ...(to === undefined ? [] : [sql`requested_at < ${new Date(to)}::timestamptz`]),
    ...(after === null ? [] : [isAfter(after, { byAmount, isDown })]),
  ];
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const order = sql`order by ${column} ${direction}, id ${direction}`;
  const found =
    userId === undefined
      ? sql`select * from withdrawal ${where} ${order} limit ${limit}::int`
      : sql`select * from withdrawal where id in (
          select id from (select id, ${column} from withdrawal ${where} offset 0) own ${order} limit ${limit}::int)`;
  return readPage(db, sql`select *, row_number() over (${order}) as place from (${found}) w`);
}

function isAfter(
  { number, id }: NumberKey,
  { byAmount, isDown }: { readonly byAmount: boolean; readonly isDown: boolean },
): RawBuilder<unknown> {
  const key = byAmount
    ? sql`(${number.toString()}::numeric, ${id}::bigint)`
    : sql`(${new Date(Number(number))}::timestamptz, ${id}::bigint)`;
  const columns = byAmount ? sql`(amount, id)` : sql`(requested_at, id)`;
  return isDown ? sql`${columns} < ${key}` : sql`${columns} > ${key}`;
}

/** Returns a withdrawal's key for a list with this sort order. */
export function withdrawalKeyOf({ id, amount, requestedAt }: OperatorWithdrawal, sort: WithdrawalSort): NumberKey {
  return { id, number: isByAmount(sort) ? amount : BigInt(requestedAt.getTime()) };
}

/** Returns the format of such keys. */
export function withdrawalKeyFormat(sort: WithdrawalSort): KeyFormat<NumberKey> {
  return isByAmount(sort) ? NUMBER_KEY : TIME_KEY;
}

function isByAmount(sort: WithdrawalSort): boolean {
  return sort === 'largest' || sort === 'smallest';
}
