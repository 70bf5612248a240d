import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import { findAnyWithdrawal } from '../store/withdrawals.ts';
import { storedCurrency } from '../stored-currency.ts';

export type WithdrawalFound = {
  readonly account: string;
  readonly to: string;
  readonly state: string;
  readonly currency: string;
  readonly amount: TokenAmount;
  /** What the vault knows it by. */
  readonly voucherId: string;
  /** Since when no further voucher is signed for it. */
  readonly cancelAskedAt: Date | null;
};

/** Anybody's withdrawal as an operator sees it, `amount` in base units; undefined when there is none. */
export async function findWithdrawalById(db: Database, id: bigint): Promise<WithdrawalFound | undefined> {
  const row = await findAnyWithdrawal(db, id);
  if (row === undefined) return undefined;
  return {
    account: row.account,
    to: row.recipient,
    state: row.state,
    currency: storedCurrency(row.currency),
    amount: tokenAmount(row.amount),
    voucherId: row.voucher_id,
    cancelAskedAt: row.cancel_asked_at,
  };
}
