import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';

/** Balances in base units in the order of the accounts asked for; an account that was never opened has 0. */
export async function readBalances(db: Database, accounts: readonly Account[]): Promise<TokenAmount[]> {
  const ids = accounts.map(accountId);
  const rows = await db.selectFrom('ledger_account').select(['id', 'balance']).where('id', 'in', ids).execute();
  const balances = new Map(rows.map((row) => [row.id, row.balance]));
  return ids.map((id) => tokenAmount(balances.get(id) ?? 0n));
}
