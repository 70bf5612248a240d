import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import { selectWaiting, type WithdrawalRow } from '../store/withdrawals.ts';
import { storedCurrency } from '../stored-currency.ts';

/** A withdrawal that waits for an operator; `amount` in base units. */
export type WaitingWithdrawal = {
  readonly id: bigint;
  readonly account: string;
  readonly recipient: string;
  readonly currency: Currency;
  readonly amount: TokenAmount;
  readonly requestedAt: Date;
};

/** Waiting withdrawals with ids above `after`, oldest first. */
export async function listWaitingWithdrawals(
  db: Database,
  page: { readonly after: bigint; readonly limit: number },
): Promise<WaitingWithdrawal[]> {
  return (await selectWaiting(db, page)).map(waitingWithdrawal);
}

/** A withdrawal's row as an operator sees it. */
export function waitingWithdrawal(row: WithdrawalRow): WaitingWithdrawal {
  return {
    id: row.id,
    account: row.account,
    recipient: row.recipient,
    currency: storedCurrency(row.currency),
    amount: tokenAmount(row.amount),
    requestedAt: row.requested_at,
  };
}
