import { randomBytes } from 'node:crypto';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { WithdrawalLimits } from '../decide-withdrawal.ts';
import {
  hashWithdrawalBody,
  WITHDRAWAL_REFUSALS,
  type WithdrawalAnswer,
  type WithdrawalRequest,
} from '../withdrawal-request.ts';

const storedRefusal = z.enum(WITHDRAWAL_REFUSALS);
const storedDetails = z.record(z.string(), z.string());
/** A number of its own among the database's advisory locks. */
const WITHDRAWAL_REQUESTS_LOCK = 4_207_300_005n;

/** Makes requests for withdrawals wait for each other until the transaction ends. */
export async function lockWithdrawalRequests(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${WITHDRAWAL_REQUESTS_LOCK})`.execute(tx);
}

/** The answer that a request with this id got before: the same request gets the same, another body is refused. */
export async function findEarlierAnswer(
  tx: Database,
  request: WithdrawalRequest,
): Promise<WithdrawalAnswer | undefined> {
  const bodyHash = hashWithdrawalBody(request);
  const reused: WithdrawalAnswer = { refusal: 'request-id-reused', details: { field: 'requestId' } };
  const taken = await tx
    .selectFrom('withdrawal')
    .select(['id', 'body_hash', 'approval_needed'])
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst();
  if (taken !== undefined) {
    if (!bodyHash.equals(taken.body_hash)) return reused;
    return { withdrawalId: taken.id, state: taken.approval_needed ? 'requested' : 'approved' };
  }
  const refused = await tx
    .selectFrom('request_refusal')
    .select(['body_hash', 'error', 'details'])
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst();
  if (refused === undefined) return undefined;
  if (!bodyHash.equals(refused.body_hash)) return reused;
  return { refusal: storedRefusal.parse(refused.error), details: storedDetails.parse(refused.details) };
}

/** Keeps what was refused, so that the same request id gets the same answer later. */
export async function saveRefusal(
  tx: Database,
  refused: { request: WithdrawalRequest; refusal: string; details: Readonly<Record<string, string>> },
): Promise<void> {
  const { request } = refused;
  await tx
    .insertInto('request_refusal')
    .values({
      user_id: request.userId,
      request_id: request.requestId,
      action: 'withdraw',
      body_hash: hashWithdrawalBody(request),
      error: refused.refusal,
      details: JSON.stringify(refused.details),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the operator, or an alarm, has switched withdrawals off. */
export async function areWithdrawalsPaused(tx: Database): Promise<boolean> {
  const row = await tx
    .selectFrom('system_switch')
    .select('paused')
    .where('name', '=', 'withdrawals')
    .executeTakeFirstOrThrow();
  return row.paused;
}

/** What may leave of a currency. */
export async function readLimits(tx: Database, currency: Currency): Promise<WithdrawalLimits> {
  const row = await tx
    .selectFrom('withdrawal_limit')
    .selectAll()
    .where('currency', '=', CURRENCIES[currency])
    .executeTakeFirstOrThrow();
  return {
    perWithdrawal: tokenAmount(row.per_withdrawal),
    perUserDay: tokenAmount(row.per_user_day),
    perDay: tokenAmount(row.per_day),
    approvalAbove: row.approval_above === null ? null : tokenAmount(row.approval_above),
  };
}

/** For how many hours a withdrawal to a new address is refused. */
export async function readHoldHours(db: Database): Promise<number> {
  const { hours } = await db.selectFrom('withdrawal_hold').select('hours').executeTakeFirstOrThrow();
  return hours;
}

/** What the user, and what everybody, asked for in the last 24 hours and did not get back. */
export async function readWithdrawnInDay(
  tx: Database,
  { userId, currency }: { userId: bigint; currency: Currency },
): Promise<{ userDay: TokenAmount; everyoneDay: TokenAmount }> {
  const { rows } = await sql<{ mine: bigint; everyones: bigint }>`
    select coalesce(sum(amount) filter (where user_id = ${userId}), 0) as mine, coalesce(sum(amount), 0) as everyones
    from withdrawal
    where currency = ${CURRENCIES[currency]} and requested_at > now() - interval '24 hours' and state <> 'returned'`.execute(
    tx,
  );
  return { userDay: tokenAmount(rows[0]?.mine ?? 0n), everyoneDay: tokenAmount(rows[0]?.everyones ?? 0n) };
}

/** Writes a new withdrawal under a voucher id that nobody can guess or meet again; gives its id. */
export async function insertWithdrawal(
  tx: Database,
  { request, state }: { request: WithdrawalRequest; state: 'requested' | 'approved' },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('withdrawal')
    .values({
      user_id: request.userId,
      request_id: request.requestId,
      body_hash: hashWithdrawalBody(request),
      voucher_id: `0x${randomBytes(32).toString('hex')}`,
      account: request.account,
      recipient: request.to,
      currency: CURRENCIES[request.currency],
      amount: request.amount,
      approval_needed: state === 'requested',
      state,
      ...(state === 'requested' ? { due_at: null } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
