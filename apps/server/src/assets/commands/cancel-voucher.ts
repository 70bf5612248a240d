import type { Database } from '#platform/database/database.ts';
import { askForCancel, lockAnyWithdrawal } from '../store/withdrawals.ts';
import { returnWithdrawal } from './return-withdrawal.ts';

/** What came of it: `returned` at once, `asked`: no further voucher is signed, or `none` when there is nothing to cancel. */
export type CancelAnswer = 'returned' | 'asked' | 'none';

/**
 * Ends a withdrawal before it is paid. One that no voucher was signed for goes back at once. Of one that was signed no further voucher is: it
 * goes back when the vault has cancelled it, or when its last voucher is over.
 */
export async function cancelVoucher(tx: Database, id: bigint): Promise<CancelAnswer> {
  const row = await lockAnyWithdrawal(tx, id);
  if (row?.state === 'approved') {
    await returnWithdrawal(tx, { row, because: 'rejected' });
    return 'returned';
  }
  if (row?.state !== 'signed') return 'none';
  await askForCancel(tx, id);
  return 'asked';
}
