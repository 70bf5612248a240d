import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { selectOpen } from '../store/withdrawals.ts';
import { type WaitingWithdrawal, waitingWithdrawal } from './list-waiting-withdrawals.ts';

/** A withdrawal that is on its way out of the vault. */
export type OpenWithdrawal = WaitingWithdrawal & {
  readonly state: 'approved' | 'signed';
  /** What the vault knows it by. */
  readonly voucherId: string;
  /** Until when its last voucher can be sent; null = none was signed. */
  readonly deadline: Date | null;
  readonly cancelAskedAt: Date | null;
};

const openState = z.enum(['approved', 'signed']);

/** Withdrawals that are approved or signed and not paid, with ids above `after`, oldest first. */
export async function listOpenWithdrawals(
  db: Database,
  page: { readonly after: bigint; readonly limit: number },
): Promise<OpenWithdrawal[]> {
  return (await selectOpen(db, page)).map((row) => ({
    ...waitingWithdrawal(row),
    state: openState.parse(row.state),
    voucherId: row.voucher_id,
    deadline: row.deadline,
    cancelAskedAt: row.cancel_asked_at,
  }));
}
