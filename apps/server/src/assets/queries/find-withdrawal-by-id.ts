import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '../../platform/database/database.ts';
import { findAnyWithdrawal } from '../store/withdrawals.ts';
import { storedCurrency } from '../stored-currency.ts';

/** Anybody's withdrawal as an operator sees it, `amount` in base units; undefined when there is none. */
export async function findWithdrawalById(
  db: Database,
  id: bigint,
): Promise<{ account: string; to: string; state: string; currency: string; amount: TokenAmount } | undefined> {
  const row = await findAnyWithdrawal(db, id);
  if (row === undefined) return undefined;
  return {
    account: row.account,
    to: row.recipient,
    state: row.state,
    currency: storedCurrency(row.currency),
    amount: tokenAmount(row.amount),
  };
}
