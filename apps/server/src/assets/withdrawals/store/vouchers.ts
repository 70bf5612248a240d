import type { VoucherTerm } from '@city-mint/domain/assets/voucher-term';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { WithdrawalVoucher } from '#platform/database/generated/db.ts';

export type VoucherRow = Selectable<WithdrawalVoucher>;

/** Returns the newest voucher of a withdrawal, which has the last deadline, or undefined. */
export async function findLastVoucher(db: Database, withdrawalId: bigint): Promise<VoucherRow | undefined> {
  return db
    .selectFrom('withdrawal_voucher')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the vouchers of a withdrawal, oldest first. */
export async function listVouchers(db: Database, withdrawalId: bigint): Promise<VoucherRow[]> {
  return db
    .selectFrom('withdrawal_voucher')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('number')
    .execute();
}

/**
 * Inserts a signed voucher and sets the withdrawal's state to signed. Throws when the database does not allow it
 * (record_voucher).
 */
export async function insertVoucher(
  tx: Database,
  { withdrawalId, term, signature }: { withdrawalId: bigint; term: VoucherTerm; signature: string },
): Promise<void> {
  const [validAfter, deadline] = [term.validAfter, term.deadline].map((seconds) => new Date(Number(seconds) * 1000));
  await sql`select record_voucher(${withdrawalId}, ${validAfter}, ${deadline}, ${signature})`.execute(tx);
}
