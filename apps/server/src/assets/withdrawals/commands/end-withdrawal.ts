import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer, postTransfers } from '#ledger/transfers/commands.ts';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { Database } from '#platform/database/database.ts';
import { storedCurrency } from '../../stored-currency.ts';
import { bookFromWithdrawal, bookUnknownPayment } from '../../unknown-payments/commands.ts';
import { type FoundPayment, UnknownPaymentError } from '../../unknown-payments/unknown-payment-error.ts';
import type { VoucherCancelled, Withdrawn } from '../../vault-event.ts';
import {
  lockWithdrawalsOfVouchers,
  markAllCompleted,
  markReturned,
  type ReturnReason,
  type WithdrawalRow,
} from '../store/withdrawals.ts';

/** A withdrawal that has ended, and the X-Request-Id of the call that requested it. */
export type EndedWithdrawal = { readonly id: bigint; readonly callId: string | null };

/** A payment of the vault in a final block, and its log. */
export type ObservedPayment = { readonly paid: Withdrawn; readonly log: ChainLog };

/**
 * Debits the withdrawals that the vault has finally paid, and returns them; none for an unknown payment that two
 * operators have booked. Throws UnknownPaymentError while they have not: the vault paid a withdrawal that was never
 * signed, or was already returned.
 */
export async function completeWithdrawals(
  tx: Database,
  payments: readonly ObservedPayment[],
): Promise<EndedWithdrawal[]> {
  if (payments.length === 0) return [];
  const rows = await lockWithdrawalsOfVouchers(
    tx,
    payments.map(({ paid }) => paid.voucherId),
  );
  const known = payments.map(({ paid, log }) => ({ paid, log, row: rows.get(paid.voucherId) }));
  const explained = known.flatMap(({ paid, log, row }) =>
    row !== undefined && isPaymentOf(row, paid) && isSigned(row) ? [{ paid, log, row }] : [],
  );
  await postTransfers(
    tx,
    explained.map(({ paid: { currency, amount }, row }) => ({
      kind: 'withdrawal-done',
      from: { kind: 'withdrawing', currency, owner: row.user_id },
      to: { kind: 'custody', currency, owner: 0n },
      amount,
      sourceId: row.id,
    })),
  );
  await markAllCompleted(
    tx,
    explained.map(({ row, log }) => ({ id: row.id, log })),
  );
  const ended: EndedWithdrawal[] = explained.map(({ row }) => ({ id: row.id, callId: row.call_id }));
  const done = new Set(explained.map(({ paid }) => paid.voucherId));
  for (const payment of known) {
    if (done.has(payment.paid.voucherId)) continue;
    const one = await completeUnsigned(tx, payment);
    if (one !== undefined) ended.push(one);
  }
  return ended;
}

/** Completes a payment whose withdrawal is not signed in the ledger, or throws as `completeWithdrawals` says. */
async function completeUnsigned(
  tx: Database,
  { paid, log, row }: ObservedPayment & { readonly row: WithdrawalRow | undefined },
): Promise<EndedWithdrawal | undefined> {
  const payment = { event: paid, log };
  if (row === undefined || !isPaymentOf(row, paid) || !(await mayComplete(tx, { row, payment }))) {
    if (await bookUnknownPayment(tx, payment)) return undefined;
    const found = row === undefined ? 'that was never requested' : `in state ${row.state}, or with other fields`;
    throw new UnknownPaymentError(payment, found);
  }
  const { currency, amount } = paid;
  await postTransfer(tx, {
    kind: 'withdrawal-done',
    from: { kind: 'withdrawing', currency, owner: row.user_id },
    to: { kind: 'custody', currency, owner: 0n },
    amount,
    sourceId: row.id,
  });
  await markAllCompleted(tx, [{ id: row.id, log }]);
  return { id: row.id, callId: row.call_id };
}

function isSigned({ state }: WithdrawalRow): boolean {
  return state === 'signed' || state === 'approved';
}

/**
 * A restored copy may be from before the signature, or from before the approval. In the first case the payment
 * completes, since its user was paid exactly this amount; in the second it completes when two operators have decided
 * so, since a stolen key could also have signed it.
 */
async function mayComplete(
  tx: Database,
  { row, payment }: { row: WithdrawalRow; payment: FoundPayment },
): Promise<boolean> {
  return row.state === 'requested' && (await bookFromWithdrawal(tx, { payment, userId: row.user_id }));
}

function isPaymentOf(row: WithdrawalRow, paid: Withdrawn): boolean {
  return (
    row.account === paid.account &&
    row.recipient === paid.to &&
    row.currency === CURRENCIES[paid.currency] &&
    row.amount === paid.amount
  );
}

/**
 * Unfreezes the amount of a voucher that the vault has finally cancelled. Returns that withdrawal, or undefined when
 * there was none to return.
 */
export async function returnCancelledWithdrawal(
  tx: Database,
  { voucherId }: VoucherCancelled,
): Promise<EndedWithdrawal | undefined> {
  const row = (await lockWithdrawalsOfVouchers(tx, [voucherId])).get(voucherId);
  // A withdrawal that was returned on expiry may still be cancelled on chain.
  if (row === undefined || row.state === 'returned') return undefined;
  if (row.state === 'completed') {
    throw new ChainIntegrityError('unexplained-event', `the vault cancelled voucher ${voucherId} that it had paid`);
  }
  await returnWithdrawal(tx, { row, because: 'cancelled' });
  return { id: row.id, callId: row.call_id };
}

/**
 * Unfreezes the amount of a withdrawal. The caller has locked the row, and knows that none of its vouchers can be paid
 * any more.
 */
export async function returnWithdrawal(
  tx: Database,
  { row, because }: { row: WithdrawalRow; because: ReturnReason },
): Promise<void> {
  const currency = storedCurrency(row.currency);
  await postTransfer(tx, {
    kind: 'withdrawal-returned',
    from: { kind: 'withdrawing', currency, owner: row.user_id },
    to: { kind: 'available', currency, owner: row.user_id },
    amount: tokenAmount(row.amount),
    sourceId: row.id,
  });
  await markReturned(tx, { id: row.id, because });
}
