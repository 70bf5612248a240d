import type { Currency } from '@city-mint/domain/ledger/currencies';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { lockBalances } from '#ledger/accounts/commands.ts';
import { postTransfer } from '#ledger/transfers/commands.ts';
import type { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import { listCursors, resumeReading } from '#platform/chain/cursors.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { findUserId } from '#session/queries/users.ts';
import { storedCurrency } from '../stored-currency.ts';
import { VAULT_SOURCE } from '../vault.ts';
import {
  hasUndecided,
  insertUnknownPayment,
  lockUncovered,
  lockUnknownPayment,
  recordCover,
  recordDecision,
  type UnknownPaymentRow,
} from './store.ts';
import { type FoundPayment, UnknownPaymentError } from './unknown-payment-error.ts';

/** Records the payment that halted the indexer, so that operators can decide about it; ignores other errors. */
export async function recordUnknownPayment(tx: Database, error: ChainIntegrityError): Promise<void> {
  if (error instanceof UnknownPaymentError) await insertUnknownPayment(tx, error.payment);
}

/**
 * Books an unknown payment as two operators decided: against the account that was paid, if its balance suffices, else
 * against the system (`payFromSystem`). Returns false, and changes nothing, while there is no decision about exactly
 * this payment.
 */
export async function bookUnknownPayment(tx: Database, payment: FoundPayment): Promise<boolean> {
  const row = await lockDecided(tx, payment);
  if (row === undefined) return false;
  const userId = row.booked_against === 'account' ? await findUserId(tx, row.account) : null;
  const isPaid = userId !== null && (await payFromAccount(tx, { row, userId }));
  if (!isPaid) await payFromSystem(tx, row);
  return true;
}

/**
 * Books a payment by completing the withdrawal that had frozen it. Returns false while no operators have decided about
 * it.
 */
export async function bookFromWithdrawal(
  tx: Database,
  { payment, userId }: { payment: FoundPayment; userId: bigint },
): Promise<boolean> {
  const row = await lockDecided(tx, payment);
  if (row === undefined) return false;
  await recordCover(tx, { sequence: row.seq, covered: tokenAmount(row.amount), parts: 0, userId });
  return true;
}

async function lockDecided(tx: Database, { event }: FoundPayment): Promise<UnknownPaymentRow | undefined> {
  const row = await lockUnknownPayment(tx, event.sequence);
  if (row === undefined || row.booked_against === null || row.voucher_id !== event.voucherId) return undefined;
  return row.amount === event.amount && storedCurrency(row.currency) === event.currency ? row : undefined;
}

async function payFromAccount(
  tx: Database,
  { row, userId }: { row: UnknownPaymentRow; userId: bigint },
): Promise<boolean> {
  const currency = storedCurrency(row.currency);
  const from = { kind: 'available', currency, owner: userId } as const;
  const [balance] = await lockBalances(tx, [from]);
  if (balance === undefined || balance < row.amount) return false;
  const amount = tokenAmount(row.amount);
  await postTransfer(tx, { kind: 'unknown-payment', from, to: custody(currency), amount, sourceId: row.seq });
  await recordCover(tx, { sequence: row.seq, covered: amount, parts: 1, userId });
  return true;
}

/**
 * Books as much as the treasury (JU) or the emission (FMC) has; the rest is booked as soon as there is more. Until then
 * reconciliation counts it as gone from the vault.
 */
async function payFromSystem(tx: Database, row: UnknownPaymentRow): Promise<void> {
  const currency = storedCurrency(row.currency);
  const from = { kind: currency === 'JU' ? 'treasury' : 'emission', currency, owner: 0n } as const;
  const [balance = tokenAmount(0n)] = await lockBalances(tx, [from]);
  const missing = tokenAmount(row.amount - row.covered);
  const hasEnough = balance >= missing;
  const amount = hasEnough ? missing : balance;
  if (amount > 0n) {
    const transfer = { from, to: custody(currency), amount, sourceId: row.seq, step: row.parts };
    await postTransfer(tx, { kind: 'unknown-payment', ...transfer });
  }
  await recordCover(tx, {
    sequence: row.seq,
    covered: tokenAmount(row.covered + amount),
    parts: amount > 0n ? row.parts + 1 : row.parts,
    userId: null,
  });
}

function custody(currency: Currency) {
  return { kind: 'custody', currency, owner: 0n } as const;
}

/**
 * Books more of the payments that the treasury could not cover so far, oldest first. Returns how many are still
 * waiting.
 */
export async function coverUnknownPayments(db: Database): Promise<number> {
  return inTransaction(db, async (tx) => {
    const rows = await lockUncovered(tx);
    for (const row of rows) await payFromSystem(tx, row);
    return rows.length === 0 ? 0 : (await lockUncovered(tx)).length;
  });
}

/**
 * Records the decision of two operators about a payment, and resumes the indexer after the last undecided one. Returns
 * false when it was decided before.
 */
export async function decideUnknownPayment(
  tx: Database,
  decision: { sequence: bigint; against: 'account' | 'treasury' },
): Promise<boolean> {
  if (!(await recordDecision(tx, decision))) return false;
  if (await hasUndecided(tx)) return true;
  const cursor = (await listCursors(tx)).find(({ source }) => source === VAULT_SOURCE);
  const because = cursor?.halt_reason;
  if (because?.startsWith('unexplained-event') === true)
    await resumeReading(tx, { source: VAULT_SOURCE, because, blockHash: null });
  return true;
}
