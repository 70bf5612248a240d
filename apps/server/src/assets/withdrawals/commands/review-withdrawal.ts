import type { Database } from '#platform/database/database.ts';
import {
  type Approvers,
  lockAnyWithdrawal,
  lockRequestedWithdrawal,
  markApproved,
  rejectUnsigned,
  setCancelAsked,
  wakeSigner,
} from '../store/withdrawals.ts';

/**
 * Approves a withdrawal that waits for approval, so that it gets signed. Returns false when it does not wait (any
 * more).
 */
export async function approveWithdrawal(
  tx: Database,
  approved: { readonly id: bigint; readonly approvers: Approvers },
): Promise<boolean> {
  if (!(await markApproved(tx, approved))) return false;
  await wakeSigner(tx);
  return true;
}

/**
 * Returns the amount of a withdrawal that waits for approval to its owner. Returns false when it does not wait (any
 * more).
 */
export async function rejectWithdrawal(tx: Database, id: bigint): Promise<boolean> {
  return (await lockRequestedWithdrawal(tx, id)) !== undefined && (await rejectUnsigned(tx, id));
}

/** `returned`: immediately; `asked`: no further voucher is signed; `none`: there is nothing to cancel. */
export type CancelAnswer = 'returned' | 'asked' | 'none';

/**
 * Cancels a withdrawal before it is paid, and returns the outcome. One without a signed voucher is returned
 * immediately. One with a signed voucher gets no further voucher: it is returned when the vault has cancelled it, or
 * when its last voucher has expired.
 */
export async function cancelWithdrawal(tx: Database, id: bigint): Promise<CancelAnswer> {
  const row = await lockAnyWithdrawal(tx, id);
  if (row?.state === 'approved') {
    return (await rejectUnsigned(tx, id)) ? 'returned' : 'none';
  }
  if (row?.state !== 'signed') return 'none';
  await setCancelAsked(tx, id);
  return 'asked';
}
