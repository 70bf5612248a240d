import type { VoucherTerm } from '@city-mint/domain/assets/voucher-term';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { WithdrawalVoucher } from '#platform/database/generated/db.ts';
import { findWithdrawals, type WithdrawalRow } from './withdrawals.ts';

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

/** A voucher with the signer's signature only. */
export type UncosignedVoucher = {
  readonly withdrawal: WithdrawalRow;
  readonly number: number;
  readonly term: VoucherTerm;
  readonly signature: string;
};

/** Returns the valid vouchers of unpaid withdrawals that have no second signature, oldest first. */
export async function listUncosigned(db: Database, limit: number): Promise<UncosignedVoucher[]> {
  const vouchers = await db
    .selectFrom('withdrawal_voucher')
    .selectAll()
    .where('cosignature', 'is', null)
    .where('deadline', '>', sql<Date>`now()`)
    .orderBy('signed_at')
    .limit(limit)
    .execute();
  const ids = vouchers.map((voucher) => voucher.withdrawal_id);
  const withdrawals = await findWithdrawals(db, { ids, state: 'signed' });
  return vouchers.flatMap(({ withdrawal_id: id, number, valid_after: after, deadline, signature }) => {
    const withdrawal = withdrawals.get(id);
    const term = { validAfter: secondsOf(after), deadline: secondsOf(deadline) };
    return withdrawal === undefined ? [] : [{ withdrawal, number, term, signature }];
  });
}

/** Returns the age in seconds of the oldest valid voucher without a second signature; 0 without one. */
export async function readUncosignedSeconds(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(signed_at)), 0)::float8 as seconds
    from withdrawal_voucher where cosignature is null and deadline > now()`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Stores the second signature of a voucher. Throws when the database does not allow it (cosign_voucher). */
export async function storeCosignature(
  db: Database,
  { withdrawalId, number, cosignature }: { withdrawalId: bigint; number: number; cosignature: string },
): Promise<void> {
  await sql`select cosign_voucher(${withdrawalId}, ${number}, ${cosignature})`.execute(db);
}

/** Returns a time in whole seconds, as vouchers name it; a stolen login may have stored a fraction. */
export function secondsOf(time: Date): bigint {
  return BigInt(Math.floor(time.getTime() / 1000));
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
