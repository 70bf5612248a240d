import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type Selectable, sql } from 'kysely';
import { type Address, getAddress } from 'viem';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { Recharge } from '#platform/database/generated/db.ts';
import { type AssetEventPage, isAfter, RECHARGE_KEY } from '../asset-list.ts';
import { storedCurrency } from '../stored-currency.ts';

export type RechargeRow = Selectable<Recharge>;

/** A deposit in a final block, with its block and transaction; amounts in base units. */
export type FinalDeposit = {
  readonly sequence: bigint;
  /** The depositor (EIP-55), whose account is credited. */
  readonly account: Address;
  readonly currency: Currency;
  readonly amount: TokenAmount;
  readonly blockNumber: bigint;
  readonly blockAt: Date;
  readonly txHash: string;
  /** The sender's fee for the transaction. */
  readonly gasFee: bigint | null;
};

/** Inserts the recharges of credited deposits. */
export async function insertRecharges(
  tx: Database,
  recharges: readonly { readonly userId: bigint; readonly deposit: FinalDeposit }[],
): Promise<void> {
  const deposits = recharges.map(({ deposit }) => deposit);
  await sql`
    insert into recharge (user_id, seq, currency, amount, block_number, block_at, tx_hash, gas_fee)
    select * from unnest(${recharges.map(({ userId }) => userId.toString())}::bigint[],
      ${deposits.map(({ sequence }) => sequence.toString())}::bigint[],
      ${deposits.map(({ currency }) => CURRENCIES[currency])}::smallint[],
      ${deposits.map(({ amount }) => amount.toString())}::numeric[],
      ${deposits.map(({ blockNumber }) => blockNumber.toString())}::bigint[],
      ${deposits.map(({ blockAt }) => blockAt)}::timestamptz[], ${deposits.map(({ txHash }) => txHash)}::text[],
      ${deposits.map(({ gasFee }) => gasFee?.toString() ?? null)}::numeric[])`.execute(tx);
}

/** Returns one of a user's recharges by its sequence number, or undefined. */
export async function findRecharge(
  db: Database,
  { userId, sequence }: { userId: bigint; sequence: bigint },
): Promise<RechargeRow | undefined> {
  return db
    .selectFrom('recharge')
    .selectAll()
    .where('user_id', '=', userId)
    .where('seq', '=', sequence)
    .executeTakeFirst();
}

/** Returns a page of a user's recharges, newest first. */
export async function listRecharges(db: Database, page: AssetEventPage): Promise<RechargeRow[]> {
  return db
    .selectFrom('recharge')
    .selectAll()
    .where('user_id', '=', page.userId)
    .$if(page.currency !== undefined, (query) => query.where('currency', '=', CURRENCIES[page.currency ?? 'JU']))
    .$if(page.from !== undefined, (query) => query.where('block_at', '>=', new Date(page.from ?? 0)))
    .$if(page.to !== undefined, (query) => query.where('block_at', '<', new Date(page.to ?? 0)))
    .$if(page.after !== null, (query) =>
      query.where(isAfter(page.after, sql`(block_at, ${RECHARGE_KEY}::bigint, seq)`)),
    )
    .orderBy('block_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .execute();
}

const storedDeposit = z.object({
  account: z.string().transform((text) => getAddress(text)),
  blockNumber: z.string().transform(BigInt),
  blockAt: z.iso.datetime().transform((text) => new Date(text)),
  txHash: z.string(),
  gasFee: z.string().transform(BigInt).nullable(),
});

/** Persists a final deposit that cannot be credited while recharging is paused. */
export async function insertWaitingDeposit(tx: Database, deposit: FinalDeposit): Promise<void> {
  const { sequence, currency, amount, ...rest } = deposit;
  await tx
    .insertInto('recharge_waiting')
    .values({
      seq: sequence,
      currency: CURRENCIES[currency],
      amount,
      deposit: JSON.stringify({
        ...rest,
        blockNumber: rest.blockNumber.toString(),
        gasFee: rest.gasFee?.toString() ?? null,
      }),
    })
    .execute();
}

/**
 * Deletes the deposits that have waited longest and returns them, at most `limit`; each goes to only one of several
 * concurrent callers.
 */
export async function takeWaitingDeposits(tx: Database, limit: number): Promise<FinalDeposit[]> {
  const { rows } = await sql<WaitingRow>`
    delete from recharge_waiting where seq in (
      select seq from recharge_waiting order by seq limit ${limit})
    returning seq, currency, amount, deposit`.execute(tx);
  return rows.map(toDeposit).sort((first, second) => (first.sequence < second.sequence ? -1 : 1));
}

/** Returns the waiting deposits of an account (EIP-55), by sequence number. */
export async function findWaitingDeposits(db: Database, account: string): Promise<FinalDeposit[]> {
  const { rows } = await sql<WaitingRow>`
    select seq, currency, amount, deposit from recharge_waiting
    where deposit->>'account' = ${account} order by seq`.execute(db);
  return rows.map(toDeposit);
}

/**
 * Returns the sum of waiting deposits by currency, in base units: the vault holds them, and no balance has them yet.
 */
export async function sumWaitingDeposits(db: Database): Promise<Record<Currency, TokenAmount>> {
  const { rows } = await sql<{ currency: number; amount: bigint }>`
    select currency, sum(amount) as amount from recharge_waiting group by currency`.execute(db);
  const sumOf = (currency: Currency) =>
    tokenAmount(rows.find((row) => row.currency === CURRENCIES[currency])?.amount ?? 0n);
  return { JU: sumOf('JU'), FMC: sumOf('FMC') };
}

type WaitingRow = {
  readonly seq: bigint;
  readonly currency: number;
  readonly amount: bigint;
  readonly deposit: unknown;
};

function toDeposit(row: WaitingRow): FinalDeposit {
  return {
    sequence: row.seq,
    currency: storedCurrency(row.currency),
    amount: tokenAmount(row.amount),
    ...storedDeposit.parse(row.deposit),
  };
}
