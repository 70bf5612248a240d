import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Opens the accounts that do not exist yet, with a balance of 0. */
export async function openAccounts(tx: Database, accounts: readonly Account[]): Promise<void> {
  await sql`select ledger_open_accounts(${accounts.map(accountId)}::bigint[])`.execute(tx);
}

/**
 * Locks accounts until the transaction ends and returns their balances in base units, in the order of the argument; 0
 * for an account that was never opened. Accounts are locked in the order of their ids, so that no two transactions
 * deadlock.
 */
export async function lockBalances(tx: Database, accounts: readonly Account[]): Promise<TokenAmount[]> {
  const ids = accounts.map(accountId);
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from ledger_lock_accounts(${ids}::bigint[])`.execute(tx);
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  return ids.map((id) => tokenAmount(balances.get(id) ?? 0n));
}
