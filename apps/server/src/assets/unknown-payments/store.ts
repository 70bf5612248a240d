import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { UnknownPayment } from '#platform/database/generated/db.ts';
import type { FoundPayment } from './unknown-payment-error.ts';

export type UnknownPaymentRow = Selectable<UnknownPayment>;

/** The voucher's data from the calldata of a payment's transaction. */
export type Examination = { readonly voucherSigner: string | null; readonly proven: boolean };

/** Inserts an unknown payment; an existing row stays unchanged. */
export async function insertUnknownPayment(tx: Database, { event, log }: FoundPayment): Promise<void> {
  await tx
    .insertInto('unknown_payment')
    .values({
      seq: event.sequence,
      voucher_id: event.voucherId,
      account: event.account,
      recipient: event.to,
      currency: CURRENCIES[event.currency],
      amount: event.amount,
      tx_hash: log.txHash,
      block_number: log.blockNumber,
      block_at: log.blockAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the payments that are not fully booked, in chain order, at most 100. */
export async function listOpenRows(db: Database): Promise<UnknownPaymentRow[]> {
  return db
    .selectFrom('unknown_payment')
    .selectAll()
    .where(({ eb, or, ref }) => or([eb('applied_at', 'is', null), eb('covered', '<', ref('amount'))]))
    .orderBy('seq')
    .limit(100)
    .execute();
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

/** Records the account against which two operators book a payment. Returns whether it was undecided. */
export async function recordDecision(
  tx: Database,
  { sequence, against }: { sequence: bigint; against: 'account' | 'treasury' },
): Promise<boolean> {
  const result = await tx
    .updateTable('unknown_payment')
    .set({ booked_against: against, decided_at: sql`now()` })
    .where('seq', '=', sequence)
    .where('booked_against', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns whether any payment is still undecided. */
export async function hasUndecided(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('unknown_payment')
    .select('seq')
    .where('booked_against', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
