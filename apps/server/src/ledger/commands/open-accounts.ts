import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Opens the accounts that do not exist yet, with a balance of 0; inside the caller's transaction. */
export async function openAccounts(tx: Database, accounts: readonly Account[]): Promise<void> {
  await sql`select ledger_open_accounts(${accounts.map(accountId)}::bigint[])`.execute(tx);
}
