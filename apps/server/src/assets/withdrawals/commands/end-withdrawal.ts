import { sql } from 'kysely';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { Database } from '#platform/database/database.ts';
import { bookUnknownPayment } from '../../unknown-payments/commands.ts';
import { type FoundPayment, UnknownPaymentError } from '../../unknown-payments/unknown-payment-error.ts';
import type { VoucherCancelled } from '../../vault-event.ts';
import { findStateOfVoucher } from '../store/withdrawals.ts';

/** A withdrawal that has ended, and the X-Request-Id of the call that requested it. */
export type EndedWithdrawal = { readonly id: bigint; readonly callId: string | null };

/**
 * Debits the withdrawals that the vault has finally paid, by their stored events, and returns them; none for an unknown
 * payment that two operators have booked. Throws UnknownPaymentError while they have not: the vault paid a withdrawal
 * that was never signed, or was already returned.
 */
export async function completeWithdrawals(tx: Database, payments: readonly FoundPayment[]): Promise<EndedWithdrawal[]> {
  if (payments.length === 0) return [];
  const { rows } = await sql<EndedWithdrawal & { readonly seq: bigint }>`
    select event_seq as seq, withdrawal_id as id, call_id as "callId"
    from complete_withdrawals(${payments.map(({ event }) => event.sequence.toString())}::bigint[])`.execute(tx);
  const ended: EndedWithdrawal[] = rows.map(({ id, callId }) => ({ id, callId }));
  const explained = new Set(rows.map(({ seq }) => seq));
  for (const payment of payments.filter(({ event }) => !explained.has(event.sequence))) {
    const { booked, withdrawalId, callId } = await bookUnknownPayment(tx, payment.event.sequence);
    if (!booked) throw await unknownPayment(tx, payment);
    if (withdrawalId !== null) ended.push({ id: withdrawalId, callId });
  }
  return ended;
}

async function unknownPayment(tx: Database, payment: FoundPayment): Promise<UnknownPaymentError> {
  const state = await findStateOfVoucher(tx, payment.event.voucherId);
  const found = state === undefined ? 'that was never requested' : `in state ${state}, or with other fields`;
  return new UnknownPaymentError(payment, found);
}

/**
 * Unfreezes the amount of a voucher that the vault has finally cancelled. Returns that withdrawal, or undefined when
 * there was none to return.
 */
export async function returnCancelledWithdrawal(
  tx: Database,
  { sequence, voucherId }: VoucherCancelled,
): Promise<EndedWithdrawal | undefined> {
  const { rows } = await sql<{ state: string | null; id: bigint; callId: string | null }>`
    select state_before as state, withdrawal_id as id, call_id as "callId"
    from return_cancelled_withdrawal(${sequence})`.execute(tx);
  const [cancelled] = rows;
  if (cancelled?.state === 'completed') {
    throw new ChainIntegrityError('unexplained-event', `the vault cancelled voucher ${voucherId} that it had paid`);
  }
  // A withdrawal that was returned on expiry may still be cancelled on chain.
  if (cancelled === undefined || cancelled.state === null || cancelled.state === 'returned') return undefined;
  return { id: cancelled.id, callId: cancelled.callId };
}
