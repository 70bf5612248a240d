import {
  WITHDRAWAL_REFUSALS,
  type WithdrawalFacts,
  type WithdrawalLimits,
  type WithdrawalUse,
} from '@city-mint/domain/assets/decide-withdrawal';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { acquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { findEarlierRefusals, REQUEST_ID_REUSED } from '#requests/queries.ts';
import { identityOf, type WithdrawalAnswer, type WithdrawalRequest } from '../withdrawal-request.ts';

/** Takes the lock that serializes the decisions of withdrawal requests; it is released with the transaction. */
export async function lockWithdrawalRequests(tx: Database): Promise<void> {
  await acquireLock(tx, 'withdrawalRequests');
}

/**
 * Takes the same lock, and locks the JU account of the token's user: a join with the same request id locks the same
 * account. Both are released with the transaction.
 */
export async function lockRequestOf(tx: Database, token: SessionToken): Promise<void> {
  await sql`select withdrawal_lock(${token})`.execute(tx);
}

/**
 * Returns the earlier answer to a request with this id: the same answer, or a refusal of another body; undefined for a
 * new id.
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

/** Returns the waiting time of a new address in hours. */
export async function readHoldHours(db: Database): Promise<number> {
  const { hours } = await db.selectFrom('withdrawal_hold').select('hours').executeTakeFirstOrThrow();
  return hours;
}

/** The database's decision about a request: the withdrawal or the refusal, and the facts it was based on. */
export type DecidedRequest = {
  readonly outcome:
    | { readonly withdrawalId: bigint; readonly state: 'requested' | 'approved' }
    | { readonly refusal: string };
  readonly facts: Omit<WithdrawalFacts, 'forbiddenAddresses' | 'limits'>;
};

type RequestRow = UseRow & {
  readonly refusal: string | null;
  readonly withdrawal_id: bigint | null;
  readonly withdrawal_state: string | null;
  readonly is_paused: boolean;
  readonly available: bigint;
  readonly held_until: Date | null;
};

/**
 * Decides a request and freezes its amount, in one database function that no process can bypass. Returns the decision
 * and its facts. The lock of requests is held until the transaction ends.
 */
export async function freezeOrRefuse(
  tx: Database,
  { request, forbiddenAddresses }: { request: WithdrawalRequest; forbiddenAddresses: readonly string[] },
): Promise<DecidedRequest> {
  const { token, currency, to, amount, requestId, callId } = request;
  const { rows } = await sql<RequestRow>`
    select * from withdrawal_request(${token}::bytea, ${CURRENCIES[currency]}::int, ${to}::text,
      ${amount.toString()}::numeric, ${requestId}::uuid, ${identityOf(request).bodyHash}::bytea,
      ${[...forbiddenAddresses]}::text[], ${callId ?? null}::text)`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('withdrawal_request returned no row');
  const facts = {
    paused: row.is_paused,
    available: tokenAmount(row.available),
    heldUntil: row.held_until?.getTime() ?? null,
    ...useOf(row),
  };
  if (row.refusal !== null) return { outcome: { refusal: row.refusal }, facts };
  if (row.withdrawal_id === null) throw new Error('withdrawal_request neither refused nor inserted');
  const state = row.withdrawal_state === 'requested' ? 'requested' : 'approved';
  return { outcome: { withdrawalId: row.withdrawal_id, state }, facts };
}

/**
 * Returns when `needed` base units of a user's daily limit are free again (UTC milliseconds), as the requests of a day
 * ago drop out; null when that much never becomes free.
 */
export async function readResetTime(
  tx: Database,
  { currency, userId, needed }: { currency: Currency; userId: bigint; needed: TokenAmount },
): Promise<number | null> {
  const { rows } = await sql<{ at: Date }>`
    select requested_at + interval '24 hours' as at from (
      select requested_at, sum(amount) over (order by requested_at, id) as freed from withdrawal
      where currency = ${CURRENCIES[currency]} and requested_at > now() - interval '24 hours'
        and user_id = ${userId} and (state <> 'returned' or return_reason = 'expired')
    ) w where freed >= ${needed.toString()}::numeric order by requested_at limit 1`.execute(tx);
  return rows[0]?.at.getTime() ?? null;
}

type UseRow = {
  readonly user_requested: bigint;
  readonly user_withdrawn: bigint;
  readonly user_recharged: bigint;
  readonly others_net: bigint;
  readonly cools_until: Date | null;
};

/**
 * The amounts that count for a user's limits, and the end of the user's wait after expired vouchers; UTC milliseconds.
 */
export type UserUse = WithdrawalUse & { readonly coolsUntil: number | null };

/**
 * Returns the amounts that count for a user's limits of a currency in the 24 hours before a moment (now by default);
 * only requests before the withdrawal `before`, if set.
 */
export async function readUse(
  db: Database,
  wanted: { userId: bigint; currency: Currency; at?: Date; before?: bigint },
): Promise<UserUse> {
  const { rows } = await sql<UseRow>`
    select * from withdrawal_use(${wanted.userId}::bigint, ${CURRENCIES[wanted.currency]}::int,
      coalesce(${wanted.at ?? null}::timestamptz, clock_timestamp()), ${wanted.before ?? null}::bigint)`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('withdrawal_use returned no row');
  return useOf(row);
}

function useOf(row: UseRow): UserUse {
  return {
    userRequested: tokenAmount(row.user_requested),
    userWithdrawn: tokenAmount(row.user_withdrawn),
    userRecharged: tokenAmount(row.user_recharged),
    othersNet: tokenAmount(row.others_net),
    coolsUntil: row.cools_until?.getTime() ?? null,
  };
}

/** A recipient other than the user's own address, and the earliest time to pay it (UTC milliseconds). */
export type KnownRecipient = { readonly recipient: string; readonly freeAt: number };

/** Returns the newest 100 recipients that a user requested, or only the named one. */
export async function readRecipients(
  db: Database,
  { userId, recipient }: { userId: bigint; recipient?: string },
): Promise<KnownRecipient[]> {
  const { rows } = await sql<{ recipient: string; free_at: Date }>`
    select r.recipient, r.first_asked_at + make_interval(hours => h.hours) as free_at
    from withdrawal_recipient r cross join withdrawal_hold h
    where r.user_id = ${userId} and r.recipient = coalesce(${recipient ?? null}, r.recipient)
    order by r.first_asked_at desc limit 100`.execute(db);
  return rows.map((row) => ({ recipient: row.recipient, freeAt: row.free_at.getTime() }));
}
