import type { VoucherTerm } from '@city-mint/domain/assets/voucher-term';
import type { Selectable } from 'kysely';
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

/** Inserts a signed voucher and sets the withdrawal's state to signed. */
export async function insertVoucher(
  tx: Database,
  signed: { withdrawalId: bigint; number: number; term: VoucherTerm; signature: string },
): Promise<void> {
  await tx
    .insertInto('withdrawal_voucher')
    .values({
      withdrawal_id: signed.withdrawalId,
      number: signed.number,
      valid_after: new Date(Number(signed.term.validAfter) * 1000),
      deadline: new Date(Number(signed.term.deadline) * 1000),
      signature: signed.signature,
    })
    .execute();
  await tx
    .updateTable('withdrawal')
    .set({ state: 'signed', due_at: null })
    .where('id', '=', signed.withdrawalId)
    .execute();
}
