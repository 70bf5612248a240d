import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type Selectable, sql } from 'kysely';
import { type EventPlace, findEventPlaces } from '#platform/chain/stored-events.ts';
import type { Database } from '#platform/database/database.ts';
import type { Recharge } from '#platform/database/generated/db.ts';
import { type AssetEventPage, isAfter, RECHARGE_KEY } from '../asset-list.ts';
import { storedCurrency } from '../stored-currency.ts';

export type RechargeRow = Selectable<Recharge>;

/** A deposit that is not credited yet, and its transaction; `amount` in base units. */
export type WaitingDeposit = EventPlace & {
  readonly sequence: bigint;
  readonly currency: Currency;
  readonly amount: TokenAmount;
};

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

/** Returns the waiting deposits of an account (EIP-55), by sequence number. */
export async function findWaitingDeposits(db: Database, account: string): Promise<WaitingDeposit[]> {
  const rows = await db
    .selectFrom('recharge_waiting')
    .select(['seq', 'currency', 'amount'])
    .where('account', '=', account)
    .orderBy('seq')
    .execute();
  const sequences = rows.map(({ seq }) => seq);
  const places = await findEventPlaces(db, sequences);
  return rows.flatMap(({ seq, currency, amount }) => {
    const place = places.get(seq);
    const deposit = { sequence: seq, currency: storedCurrency(currency), amount: tokenAmount(amount) };
    return place === undefined ? [] : [{ ...deposit, ...place }];
  });
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
