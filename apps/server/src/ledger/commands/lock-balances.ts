import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Balances in base units in the order asked for, the accounts locked until the transaction ends, always in the order of their ids so that
 * two transactions never wait for each other. An account that was never opened has 0.
 */
export async function lockBalances(tx: Database, accounts: readonly Account[]): Promise<TokenAmount[]> {
  const ids = accounts.map(accountId);
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from ledger_lock_accounts(${ids}::bigint[])`.execute(tx);
  const balances = new Map(rows.map((row) => [row.id, row.balance]));
  return ids.map((id) => tokenAmount(balances.get(id) ?? 0n));
}
