import type { Database } from '#platform/database/database.ts';
import { markApproved, wakeSigner } from '../store/withdrawals.ts';

/** Lets a waiting withdrawal go to be signed. False when it does not wait (any more). */
export async function approveWithdrawal(tx: Database, id: bigint): Promise<boolean> {
  if (!(await markApproved(tx, id))) return false;
  await wakeSigner(tx);
  return true;
}
