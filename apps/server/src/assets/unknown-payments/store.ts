import { MOST_BOOKED_PAYMENTS } from '@city-mint/api-contract/operator/booked-payments';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { type Selectable, sql } from 'kysely';
import { countUpToMost } from '#platform/database/capped-count.ts';
import type { Database } from '#platform/database/database.ts';
import type { UnknownPayment } from '#platform/database/generated/db.ts';
import type { FoundPayment } from './unknown-payment-error.ts';

export type UnknownPaymentRow = Selectable<UnknownPayment>;

/** The voucher's data from the calldata of a payment's transaction. */
export type Examination = { readonly voucherSigner: string | null; readonly proven: boolean };

/** Inserts unknown payments; existing rows stay unchanged. Returns how many were new. */
export async function insertUnknownPayments(tx: Database, payments: readonly FoundPayment[]): Promise<number> {
  if (payments.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('unknown_payment')
    .values(
      payments.map(({ event, log }) => ({
        seq: event.sequence,
        voucher_id: event.voucherId,
        account: event.account,
        recipient: event.to,
        currency: CURRENCIES[event.currency],
        amount: event.amount,
        tx_hash: log.txHash,
        block_number: log.blockNumber,
        block_at: log.blockAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

/**
 * Returns the payments that are not fully booked, at most as many as one batch books: the undecided ones first, both in
 * chain order.
 */
export async function listOpenRows(db: Database): Promise<UnknownPaymentRow[]> {
  return db
    .selectFrom('unknown_payment')
    .selectAll()
    .where(({ eb, or, ref }) => or([eb('applied_at', 'is', null), eb('covered', '<', ref('amount'))]))
    .orderBy(sql`booked_against is not null or applied_at is not null`)
    .orderBy('seq')
    .limit(MOST_BOOKED_PAYMENTS)
    .execute();
}

/** Returns the payments with these numbers, by number. */
export async function findRows(db: Database, sequences: readonly bigint[]): Promise<Map<bigint, UnknownPaymentRow>> {
  const rows = await db
    .selectFrom('unknown_payment')
    .selectAll()
    .where('seq', '=', sql<bigint>`any (${sequences.map(String)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.seq, row]));
}

/** Returns the withdrawals that explain a payment under one of these vouchers if its fields are theirs, by voucher. */
export async function findExplaining(db: Database, voucherIds: readonly string[]) {
  const rows = await db
    .selectFrom('withdrawal')
    .select(['voucher_id', 'account', 'recipient', 'currency', 'amount'])
    .where('voucher_id', '=', sql<string>`any (${voucherIds}::text[])`)
    .where('state', 'in', ['approved', 'signed', 'completed'])
    .execute();
  return new Map(rows.map((row) => [row.voucher_id, row]));
}

/** Returns the payments whose calldata was not examined yet. */
export async function listUnexamined(db: Database): Promise<UnknownPaymentRow[]> {
  return db.selectFrom('unknown_payment').selectAll().where('examined_at', 'is', null).orderBy('seq').execute();
}

/** Stores the result of examining a payment's calldata. */
export async function recordExamination(
  db: Database,
  { sequence, found }: { sequence: bigint; found: Examination },
): Promise<void> {
  await db
    .updateTable('unknown_payment')
    .set({ examined_at: sql`now()`, voucher_signer: found.voucherSigner, proven: found.proven })
    .where('seq', '=', sequence)
    .execute();
}

/** Records against whom two operators book payments. Returns how many of them were undecided until now. */
export async function recordDecisions(
  tx: Database,
  { sequences, against }: { readonly sequences: readonly bigint[]; readonly against: 'account' | 'treasury' },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('unknown_payment')
    .set({ booked_against: against, decided_at: sql`now()` })
    .where('seq', '=', sql<bigint>`any (${sequences.map(String)}::bigint[])`)
    .where('booked_against', 'is', null)
    .where('applied_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Returns how many payments are undecided, without those of a batch. */
export async function countOthers(db: Database, sequences: readonly bigint[]): Promise<number> {
  const { count } = await db
    .selectFrom('unknown_payment')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('booked_against', 'is', null)
    .where('applied_at', 'is', null)
    .where('seq', '<>', sql<bigint>`all (${sequences.map(String)}::bigint[])`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns how many payments are still undecided, up to 1,000. */
export async function countUndecided(db: Database): Promise<number> {
  return countUpToMost(db, sql`unknown_payment where booked_against is null and applied_at is null`);
}
