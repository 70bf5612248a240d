import type { Account } from '@city-mint/domain/ledger/account-id';
import { type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import { readBalances } from './read-balances.ts';

/** The balance of one account in base units. */
export async function readBalance(db: Database, account: Account): Promise<TokenAmount> {
  const [balance] = await readBalances(db, [account]);
  return balance ?? ZERO;
}
