import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Withdrawal } from '#platform/database/generated/db.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { type AssetEventPage, isAfter, WITHDRAWAL_KEY } from '../../asset-list.ts';

export type WithdrawalRow = Selectable<Withdrawal>;

/** A caller may send 19 digits, not all of which fit the column. */
const LARGEST_ID = 2n ** 63n - 1n;
/** The NOTIFY channel on which a withdrawal that is due for signing wakes the worker. */
export const WITHDRAWAL_DUE_CHANNEL = 'withdrawal_due';

/** Returns the state of the withdrawal of a voucher, or undefined. */
export async function findStateOfVoucher(db: Database, voucherId: string): Promise<string | undefined> {
  const row = await db.selectFrom('withdrawal').select('state').where('voucher_id', '=', voucherId).executeTakeFirst();
  return row?.state;
}

/**
 * Returns the withdrawal that has been due for a signature longest, its row locked; skips rows locked by another
 * worker.
 */
export async function lockDueWithdrawal(tx: Database): Promise<WithdrawalRow | undefined> {
  const { rows } = await sql<WithdrawalRow>`select * from withdrawal_take_due()`.execute(tx);
  return rows[0];
}

/** Returns those of the withdrawals that have this state, by id. */
export async function findWithdrawals(
  db: Database,
  { ids, state }: { readonly ids: readonly bigint[]; readonly state: 'signed' },
): Promise<ReadonlyMap<bigint, WithdrawalRow>> {
  const rows = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', sql<bigint>`any(${[...ids]}::bigint[])`)
    .where('state', '=', state)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Wakes the worker that signs vouchers, when the transaction commits. */
export async function wakeSigner(tx: Database): Promise<void> {
  await sql`select pg_notify(${WITHDRAWAL_DUE_CHANNEL}, '')`.execute(tx);
}

/**
 * Returns the amounts (base units) of the same user's withdrawals of the same currency that are neither paid nor
 * returned; only those that it demanded, if wished.
 */
export async function readOpenAmounts(
  db: Database,
  { user_id, currency }: Pick<WithdrawalRow, 'user_id' | 'currency'>,
  { onlyDemanded = false } = {},
): Promise<TokenAmount[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('amount')
    .where('user_id', '=', user_id)
    .where('currency', '=', currency)
    .where('state', 'in', ['requested', 'approved', 'signed'])
    .$if(onlyDemanded, (query) => query.where('is_demanded', '=', true))
    .execute();
  return rows.map((row) => tokenAmount(row.amount));
}

/**
 * Schedules the next attempt for a withdrawal at a later time (UTC milliseconds); null: when its user requests a
 * signature again.
 */
export async function postponeSigning(
  tx: Database,
  { id, until }: { id: bigint; until: number | null },
): Promise<void> {
  await sql`select withdrawal_postpone(${id}, ${until === null ? null : new Date(until)}::timestamptz)`.execute(tx);
}

/** Makes a withdrawal without approval wait for two operators. */
export async function awaitApproval(tx: Database, id: bigint): Promise<void> {
  await sql`select withdrawal_await_approval(${id})`.execute(tx);
}

/** Makes a signed withdrawal of a token's user due again, and wakes the signer; returns once it is stored. */
export async function setDueAgain(tx: Database, asked: { token: SessionToken; withdrawalId: bigint }): Promise<void> {
  await sql`select withdrawal_sign_again(${asked.token}, ${asked.withdrawalId}::bigint)`.execute(tx);
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
  const { rows } = await sql<{ done: boolean }>`
    select approve_withdrawal(${approved.id}, ${proposedBy}, ${approvedBy}) as done`.execute(tx);
  return rows[0]?.done === true;
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

/**
 * Returns such a withdrawal's amount to its owner, if it is still expired, and a worker has compared the ledger with
 * the vault since. Returns whether it did.
 */
export async function returnIfExpired(db: Database, id: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select return_expired_withdrawal(${id}) as done`.execute(db);
  return rows[0]?.done === true;
}

/** Returns the amount of a withdrawal without a voucher to its owner, as operators decide. Returns whether it did. */
export async function rejectUnsigned(tx: Database, id: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select reject_withdrawal(${id}) as done`.execute(tx);
  return rows[0]?.done === true;
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
