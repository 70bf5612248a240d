import { randomBytes } from 'node:crypto';
import { WITHDRAWAL_REFUSALS, type WithdrawalLimits } from '@city-mint/domain/assets/decide-withdrawal';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { acquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { findEarlierRefusals, REQUEST_ID_REUSED } from '#requests/queries.ts';
import { identityOf, type WithdrawalAnswer, type WithdrawalRequest } from '../withdrawal-request.ts';

/** Takes the lock that lets one withdrawal request be decided at a time; it is released with the transaction. */
export async function lockWithdrawalRequests(tx: Database): Promise<void> {
  await acquireLock(tx, 'withdrawalRequests');
}

/**
 * Returns the answer that a request with this id got before: the same one, or a refusal of another body; undefined for
 * a new id.
 */
export async function findEarlierAnswer(
  tx: Database,
  request: WithdrawalRequest,
): Promise<WithdrawalAnswer | undefined> {
  const identity = identityOf(request);
  const withdrawal = await tx
    .selectFrom('withdrawal')
    .select(['id', 'body_hash', 'approval_needed'])
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst();
  const asked = { action: 'withdraw', requests: [identity] } as const;
  if (withdrawal === undefined) return (await findEarlierRefusals(tx, asked, WITHDRAWAL_REFUSALS))[0];
  if (!identity.bodyHash.equals(withdrawal.body_hash)) return REQUEST_ID_REUSED;
  return { withdrawalId: withdrawal.id, state: withdrawal.approval_needed ? 'requested' : 'approved' };
}

/** Returns the withdrawal limits of a currency, in base units. */
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

/** Returns for how many hours a withdrawal to a new address is refused. */
export async function readHoldHours(db: Database): Promise<number> {
  const { hours } = await db.selectFrom('withdrawal_hold').select('hours').executeTakeFirstOrThrow();
  return hours;
}

/**
 * Returns until when nothing goes to an address that is new to the user (UTC milliseconds), or null. The time runs from
 * the first request to it, a refused one too; the user's own account is never new.
 */
export async function holdNewAddress(
  tx: Database,
  { userId, account, to }: Pick<WithdrawalRequest, 'userId' | 'account' | 'to'>,
): Promise<number | null> {
  if (to === account) return null;
  const { rows } = await sql<{ until: Date | null }>`
    with recorded as (
      insert into withdrawal_recipient (user_id, recipient) values (${userId}, ${to})
      on conflict do nothing returning first_asked_at
    ), known as (
      select first_asked_at from recorded
      union all select first_asked_at from withdrawal_recipient where user_id = ${userId} and recipient = ${to}
    )
    select first_asked_at + make_interval(hours => hours) as until from known, withdrawal_hold
    where first_asked_at + make_interval(hours => hours) > clock_timestamp() limit 1`.execute(tx);
  return rows[0]?.until?.getTime() ?? null;
}

/**
 * Returns when `needed` base units of a day's limit are free again (UTC milliseconds), as requests of a day ago drop
 * out; null when that much never becomes free. For one user, or for all (null).
 */
export async function readResetTime(
  tx: Database,
  { currency, userId, needed }: { currency: Currency; userId: bigint | null; needed: TokenAmount },
): Promise<number | null> {
  const { rows } = await sql<{ at: Date }>`
    select requested_at + interval '24 hours' as at from (
      select requested_at, sum(amount) over (order by requested_at, id) as freed from withdrawal
      where currency = ${CURRENCIES[currency]} and requested_at > now() - interval '24 hours' and state <> 'returned'
        and (${userId}::bigint is null or user_id = ${userId})
    ) w where freed >= ${needed.toString()}::numeric order by requested_at limit 1`.execute(tx);
  return rows[0]?.at.getTime() ?? null;
}

/** Returns what the user, and what all users, requested in the last 24 hours and did not get back; base units. */
export async function readWithdrawnInDay(
  tx: Database,
  { userId, currency }: { userId: bigint; currency: Currency },
): Promise<{ userDay: TokenAmount; everyoneDay: TokenAmount }> {
  const { rows } = await sql<{ user_day: bigint; everyone_day: bigint }>`
    select coalesce(sum(amount) filter (where user_id = ${userId}), 0) as user_day,
      coalesce(sum(amount), 0) as everyone_day
    from withdrawal
    where currency = ${CURRENCIES[currency]} and requested_at > now() - interval '24 hours'
      and state <> 'returned'`.execute(tx);
  return { userDay: tokenAmount(rows[0]?.user_day ?? 0n), everyoneDay: tokenAmount(rows[0]?.everyone_day ?? 0n) };
}

/** Inserts a new withdrawal under a random voucher id, and returns the withdrawal's id. */
export async function insertWithdrawal(
  tx: Database,
  { request, state }: { request: WithdrawalRequest; state: 'requested' | 'approved' },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('withdrawal')
    .values({
      user_id: request.userId,
      request_id: request.requestId,
      call_id: request.callId ?? null,
      body_hash: identityOf(request).bodyHash,
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
