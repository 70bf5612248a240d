import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type Selectable, sql } from 'kysely';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { Database } from '#platform/database/database.ts';
import type { Withdrawal } from '#platform/database/generated/db.ts';
import { type AssetEventPage, isAfter, WITHDRAWAL_KEY } from '../../asset-list.ts';

export type WithdrawalRow = Selectable<Withdrawal>;
/** Why an amount was returned to its owner. */
export type ReturnReason = 'expired' | 'cancelled' | 'rejected';

/** A caller may send 19 digits, not all of which fit the column. */
const LARGEST_ID = 2n ** 63n - 1n;
/** The NOTIFY channel on which a withdrawal that is due for signing wakes the worker. */
export const WITHDRAWAL_DUE_CHANNEL = 'withdrawal_due';

/** Locks the withdrawals of these vouchers, in the order of their ids, and returns them by voucher. */
export async function lockWithdrawalsOfVouchers(
  tx: Database,
  voucherIds: readonly string[],
): Promise<Map<string, WithdrawalRow>> {
  const rows = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('voucher_id', '=', sql<string>`any(${voucherIds}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.voucher_id, row]));
}

/**
 * Returns the withdrawal that has been due for a signature longest, its row locked; skips rows locked by another
 * worker.
 */
export async function lockDueWithdrawal(tx: Database): Promise<WithdrawalRow | undefined> {
  return tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('due_at', '<=', sql<Date>`now()`)
    .where('state', 'in', ['approved', 'signed'])
    .where('cancel_asked_at', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Wakes the worker that signs vouchers, when the transaction commits. */
export async function wakeSigner(tx: Database): Promise<void> {
  await sql`select pg_notify(${WITHDRAWAL_DUE_CHANNEL}, '')`.execute(tx);
}

/**
 * Returns the amounts (base units) of the same user's withdrawals of the same currency that are neither paid nor
 * returned.
 */
export async function readOpenAmounts(
  db: Database,
  { user_id, currency }: Pick<WithdrawalRow, 'user_id' | 'currency'>,
): Promise<TokenAmount[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('amount')
    .where('user_id', '=', user_id)
    .where('currency', '=', currency)
    .where('state', 'in', ['requested', 'approved', 'signed'])
    .execute();
  return rows.map((row) => tokenAmount(row.amount));
}

/** Removes a withdrawal from the due ones until its user requests a signature again. */
export async function clearDue(tx: Database, id: bigint): Promise<void> {
  await tx.updateTable('withdrawal').set({ due_at: null }).where('id', '=', id).execute();
}

/** Schedules the next attempt for a withdrawal at a later time (UTC milliseconds). */
export async function postponeSigning(tx: Database, { id, until }: { id: bigint; until: number }): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ due_at: new Date(until) })
    .where('id', '=', id)
    .execute();
}

/** Makes a withdrawal wait for the approval of two operators. */
export async function awaitApproval(tx: Database, id: bigint): Promise<void> {
  await tx.updateTable('withdrawal').set({ state: 'requested', due_at: null }).where('id', '=', id).execute();
}

/** Makes a user's signed withdrawal due again, and wakes the signer; returns once it is stored. */
export async function setDueAgain(tx: Database, asked: { userId: bigint; withdrawalId: bigint }): Promise<void> {
  await sql`select withdrawal_sign_again(${asked.userId}::bigint, ${asked.withdrawalId}::bigint)`.execute(tx);
}

/** Marks withdrawals as completed by their payments, which this transaction writes to the ledger. */
export async function markAllCompleted(
  tx: Database,
  completed: readonly { readonly id: bigint; readonly log: ChainLog }[],
): Promise<void> {
  if (completed.length === 0) return;
  const logs = completed.map(({ log }) => log);
  await sql`
    update withdrawal w set state = 'completed', completed_at = p.block_at, booked_at = now(), due_at = null,
      tx_hash = p.tx_hash, block_number = p.block_number, gas_fee = p.gas_fee
    from unnest(${completed.map(({ id }) => id.toString())}::bigint[],
      ${logs.map(({ blockAt }) => blockAt)}::timestamptz[],
      ${logs.map(({ txHash }) => txHash)}::text[], ${logs.map(({ blockNumber }) => blockNumber.toString())}::bigint[],
      ${logs.map(({ gasFee }) => gasFee?.toString() ?? null)}::numeric[])
      as p (id, block_at, tx_hash, block_number, gas_fee)
    where w.id = p.id`.execute(tx);
}

/** Sets the state of a withdrawal whose amount was returned to its owner. */
export async function markReturned(tx: Database, returned: { id: bigint; because: ReturnReason }): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ state: 'returned', returned_at: sql`now()`, return_reason: returned.because, due_at: null })
    .where('id', '=', returned.id)
    .execute();
}

/** Returns a withdrawal that waits for approval, its row locked, or undefined. */
export async function lockRequestedWithdrawal(tx: Database, id: bigint): Promise<WithdrawalRow | undefined> {
  return tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .forUpdate()
    .executeTakeFirst();
}

/** The two operators (EIP-55) who approve a withdrawal. */
export type Approvers = { readonly proposedBy: string; readonly approvedBy: string };

/** Approves a withdrawal, so that it becomes due for signing. Returns whether it waited for approval. */
export async function markApproved(
  tx: Database,
  approved: { readonly id: bigint; readonly approvers: Approvers },
): Promise<boolean> {
  const { proposedBy, approvedBy } = approved.approvers;
  const result = await tx
    .updateTable('withdrawal')
    .set({ state: 'approved', due_at: sql`now()`, proposed_by: proposedBy, approved_by: approvedBy })
    .where('id', '=', approved.id)
    .where('state', '=', 'requested')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns a withdrawal of any user, its row locked, or undefined. */
export async function lockAnyWithdrawal(tx: Database, id: bigint): Promise<WithdrawalRow | undefined> {
  return tx.selectFrom('withdrawal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Stops further vouchers for a withdrawal. */
export async function setCancelAsked(tx: Database, id: bigint): Promise<void> {
  await tx.updateTable('withdrawal').set({ cancel_asked_at: sql`now()` }).where('id', '=', id).execute();
}

/** Returns a withdrawal of any user, or undefined. */
export async function findAnyWithdrawal(db: Database, id: bigint): Promise<WithdrawalRow | undefined> {
  if (id > LARGEST_ID) return undefined;
  return db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns how many of a user's other withdrawals operators rejected or cancelled in the last 30 days. */
export async function countRejected(
  db: Database,
  { userId, except }: { readonly userId: bigint; readonly except: bigint },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from withdrawal
    where user_id = ${userId} and id <> ${except} and requested_at > now() - interval '30 days'
      and (cancel_asked_at is not null or return_reason in ('rejected', 'cancelled'))`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns up to 100 signed withdrawals whose last deadline is before `at`. */
export async function findExpired(db: Database, at: Date): Promise<WithdrawalRow[]> {
  return expired(db, at).orderBy('id').limit(100).execute();
}

/** Returns one such withdrawal by its id, its row locked, or undefined when it is no longer expired. */
export async function lockExpired(
  tx: Database,
  { id, at }: { id: bigint; at: Date },
): Promise<WithdrawalRow | undefined> {
  // Locks before checking: a signature may have been added while this waited for the row.
  await tx.selectFrom('withdrawal').select('id').where('id', '=', id).forUpdate().execute();
  return expired(tx, at).where('id', '=', id).executeTakeFirst();
}

function expired(db: Database, at: Date) {
  return db
    .selectFrom('withdrawal')
    .selectAll()
    .where('state', '=', 'signed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('withdrawal_voucher')
            .select('number')
            .whereRef('withdrawal_voucher.withdrawal_id', '=', 'withdrawal.id')
            .where('withdrawal_voucher.deadline', '>=', at),
        ),
      ),
    );
}

/** Returns one of a user's withdrawals, or undefined. */
export async function findWithdrawal(
  db: Database,
  wanted: { userId: bigint; id: bigint },
): Promise<WithdrawalRow | undefined> {
  if (wanted.id > LARGEST_ID) return undefined;
  return db
    .selectFrom('withdrawal')
    .selectAll()
    .where('user_id', '=', wanted.userId)
    .where('id', '=', wanted.id)
    .executeTakeFirst();
}

/** Returns a page of a user's withdrawals, newest first. */
export async function listWithdrawals(db: Database, page: AssetEventPage): Promise<WithdrawalRow[]> {
  return db
    .selectFrom('withdrawal')
    .selectAll()
    .where('user_id', '=', page.userId)
    .$if(page.currency !== undefined, (query) => query.where('currency', '=', CURRENCIES[page.currency ?? 'JU']))
    .$if(page.from !== undefined, (query) => query.where('requested_at', '>=', new Date(page.from ?? 0)))
    .$if(page.to !== undefined, (query) => query.where('requested_at', '<', new Date(page.to ?? 0)))
    .$if(page.after !== null, (query) =>
      query.where(isAfter(page.after, sql`(requested_at, ${WITHDRAWAL_KEY}::bigint, id)`)),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}
