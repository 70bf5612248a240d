import { sql } from 'kysely';
import type { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import { listCursors, resumeReading } from '#platform/chain/cursors.ts';
import type { Database } from '#platform/database/database.ts';
import { VAULT_SOURCE } from '../vault.ts';
import { countUndecided, insertUnknownPayments, recordDecisions } from './store.ts';
import { UNEXPLAINED, UnknownPaymentError } from './unknown-payment-error.ts';

/** Records the payment that halted the indexer, so that operators can decide about it; ignores other errors. */
export async function recordUnknownPayment(tx: Database, error: ChainIntegrityError): Promise<void> {
  if (error instanceof UnknownPaymentError) await insertUnknownPayments(tx, [error.payment]);
}

/** Whether operators have booked a payment, and the withdrawal that it completed, if any. */
export type BookedPayment = {
  readonly booked: boolean;
  readonly withdrawalId: bigint | null;
  readonly callId: string | null;
};

/**
 * Books the stored event of an unknown payment as two operators decided: against the account that was paid, if its
 * balance suffices, else against the system; a withdrawal that waits for approval is completed. Returns whether it is
 * booked; nothing changes while there is no decision about exactly this payment.
 */
export async function bookUnknownPayment(tx: Database, sequence: bigint): Promise<BookedPayment> {
  const { rows } = await sql<BookedPayment>`
    select booked, withdrawal_id as "withdrawalId", call_id as "callId"
    from book_unknown_payment(${sequence})`.execute(tx);
  return rows[0] ?? { booked: false, withdrawalId: null, callId: null };
}

/**
 * Books more of the payments that the treasury could not cover so far, oldest first. Returns how many are still
 * waiting.
 */
export async function coverUnknownPayments(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select cover_unknown_payments() as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Records the decision of two operators about payments, and resumes the indexer after the last undecided one. Returns
 * false when one of them was decided or explained before: the caller rolls back.
 */
export async function decideUnknownPayments(
  tx: Database,
  decision: { readonly sequences: readonly bigint[]; readonly against: 'account' | 'treasury' },
): Promise<boolean> {
  if ((await recordDecisions(tx, decision)) < decision.sequences.length) return false;
  if ((await countUndecided(tx)) > 0) return true;
  const cursor = (await listCursors(tx)).find(({ source }) => source === VAULT_SOURCE);
  const because = cursor?.halt_reason;
  if (because?.startsWith(UNEXPLAINED) === true)
    await resumeReading(tx, { source: VAULT_SOURCE, because, blockHash: null });
  return true;
}
