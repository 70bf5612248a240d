import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { WithdrawalRow } from './withdrawals.ts';

/** Returns whether an open demand covers a demanded withdrawal, by the events that the indexer stored. */
export async function isDemandOpen(db: Database, withdrawalId: bigint): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select is_demand_open(w) as is_open from withdrawal w where w.id = ${withdrawalId}`.execute(db);
  return rows[0]?.is_open === true;
}

/** Returns the amounts (base units) of the same account's open demanded withdrawals of the same currency. */
export async function readOpenDemanded(
  db: Database,
  { user_id, currency }: Pick<WithdrawalRow, 'user_id' | 'currency'>,
): Promise<TokenAmount[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('amount')
    .where('user_id', '=', user_id)
    .where('currency', '=', currency)
    .where('is_demanded', '=', true)
    .where('state', 'in', ['requested', 'approved', 'signed'])
    .execute();
  return rows.map((row) => tokenAmount(row.amount));
}

/** Returns the amount of a demanded withdrawal without a voucher, if its demand no longer covers it; whether it did. */
export async function returnUndemanded(tx: Database, withdrawalId: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select return_undemanded(${withdrawalId}) as done`.execute(tx);
  return rows[0]?.done === true;
}
