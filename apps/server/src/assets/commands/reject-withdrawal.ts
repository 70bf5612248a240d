import type { Database } from '#platform/database/database.ts';
import { lockWaitingWithdrawal } from '../store/withdrawals.ts';
import { returnWithdrawal } from './return-withdrawal.ts';

/** Gives back what a waiting withdrawal had frozen; none of its vouchers was ever signed. False when it does not wait (any more). */
export async function rejectWithdrawal(tx: Database, id: bigint): Promise<boolean> {
  const row = await lockWaitingWithdrawal(tx, id);
  if (row === undefined) return false;
  await returnWithdrawal(tx, { row, because: 'rejected' });
  return true;
}
