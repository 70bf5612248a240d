import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { Database } from '#platform/database/database.ts';
import type { EndedWithdrawal } from '../ended-withdrawal.ts';
import { lockWithdrawalOfVoucher } from '../store/withdrawals.ts';
import type { VoucherCancelled } from '../vault-event.ts';
import { returnWithdrawal } from './return-withdrawal.ts';

/** Gives back what a finally cancelled voucher had frozen. An id that no withdrawal has froze nothing. Gives which it was, if any. */
export async function returnCancelledWithdrawal(
  tx: Database,
  { voucherId }: VoucherCancelled,
): Promise<EndedWithdrawal | undefined> {
  const row = await lockWithdrawalOfVoucher(tx, voucherId);
  // One that was given back for having expired is cancelled for good measure.
  if (row === undefined || row.state === 'returned') return undefined;
  if (row.state === 'completed') {
    throw new ChainIntegrityError('unexplained-event', `the vault cancelled voucher ${voucherId} that it had paid`);
  }
  await returnWithdrawal(tx, { row, because: 'cancelled' });
  return { id: row.id, callId: row.call_id };
}
