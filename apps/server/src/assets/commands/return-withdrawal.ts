import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '#ledger/commands/post-transfer.ts';
import type { Database } from '#platform/database/database.ts';
import { markReturned, type ReturnReason, type WithdrawalRow } from '../store/withdrawals.ts';
import { storedCurrency } from '../stored-currency.ts';

/** Gives the frozen amount back to its owner. The row is locked by the caller, who knows that no voucher of it can be paid any more. */
export async function returnWithdrawal(
  tx: Database,
  { row, because }: { row: WithdrawalRow; because: ReturnReason },
): Promise<void> {
  const currency = storedCurrency(row.currency);
  await postTransfer(tx, {
    kind: 'withdrawal-returned',
    from: { kind: 'withdrawing', currency, owner: row.user_id },
    to: { kind: 'available', currency, owner: row.user_id },
    amount: tokenAmount(row.amount),
    cause: row.id,
  });
  await markReturned(tx, { id: row.id, because });
}
