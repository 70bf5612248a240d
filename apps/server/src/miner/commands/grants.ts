import { HOUR_MS } from '@city-mint/domain/time/durations';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Grant, GrantAnswer } from '../exchange/exchange-client.ts';

export type DueGrant = Grant & {
  readonly machineId: bigint;
  readonly attempts: number;
  readonly callId: string | null;
};

/**
 * Leases at most `limit` due grants for `leaseMs` milliseconds and returns them: those to accounts that the exchange
 * has confirmed for their users and that operators have not freed. A grant whose lease expires is due
 * again: its worker was killed before it recorded the answer.
 */
export async function claimDueGrants(
  db: Database,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<DueGrant[]> {
  const { rows } = await sql<{
    machine_id: bigint;
    grant_id: string;
    uid: string;
    hash_rate: bigint;
    attempts: number;
    call_id: string | null;
  }>`
    update exchange_grant set attempts = attempts + 1,
      due_at = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    where machine_id in (
      select machine_id from exchange_grant g where state = 'waiting' and due_at <= clock_timestamp()
        and exists (select 1 from exchange_account a where a.user_id = g.user_id and a.uid = g.uid)
      order by due_at limit ${limit}::int for update of g skip locked
    ) returning machine_id, grant_id, uid, hash_rate, attempts, call_id`.execute(db);
  return rows.map((row) => ({
    machineId: row.machine_id,
    grantId: row.grant_id,
    uid: row.uid,
    hashRate: row.hash_rate,
    attempts: row.attempts,
    callId: row.call_id,
  }));
}

/**
 * Records the outcome of sending a grant: acknowledged, an alarm for a person to review, or a retry with backoff.
 * Changes only grants in state `waiting` to the account that it was sent to, so a repeated or late answer changes
 * nothing. Returns nothing.
 */
export async function recordGrantAnswer(
  db: Database,
  {
    grant: { machineId, uid, attempts },
    answer,
  }: { readonly grant: Pick<DueGrant, 'machineId' | 'uid' | 'attempts'>; readonly answer: GrantAnswer },
): Promise<void> {
  const { state } = answer;
  const problem = state === 'acknowledged' ? null : answer.problem;
  const pauseMs = state === 'failed' ? grantPauseMs({ attempts, jitter: Math.random() }) : 0;
  await sql`select record_grant_answer(${machineId}, ${uid}, ${GRANT_STATES[state]}, ${problem}::text,
    ${pauseMs}::int)`.execute(db);
}

/** The state of a grant after each answer. */
const GRANT_STATES = { acknowledged: 'acknowledged', wrong: 'alarm', failed: 'waiting' } as const;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = HOUR_MS;

/**
 * Returns the milliseconds until a grant that failed `attempts` times (from 1) is sent again: doubled with each attempt
 * up to an hour, with a jitter (0 to 1) over half of that, so that grants that failed together do not retry together.
 */
export function grantPauseMs({ attempts, jitter }: { readonly attempts: number; readonly jitter: number }): number {
  const longestPauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(longestPauseMs * (0.5 + jitter / 2));
}

/**
 * Sends a grant that raised an alarm again with the same idempotency key, after a person cleared it with the exchange;
 * for the operator's role. Returns false when the grant is not in alarm.
 */
export async function releaseGrant(tx: Database, machineId: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select exchange_grant_release(${machineId}) as done`.execute(tx);
  return rows[0]?.done === true;
}

/**
 * Retries a waiting grant now, with the same idempotency key; for the operator's role. Returns false when the grant is
 * not waiting.
 */
export async function resendGrant(tx: Database, machineId: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select exchange_grant_retry_now(${machineId}) as done`.execute(tx);
  return rows[0]?.done === true;
}

/**
 * Frees the account at the exchange that a user has bound, so that nothing more is sent to it and anyone whom the
 * exchange confirms can bind it; for the operator's role. Returns false when there is none.
 */
export async function freeAccount(tx: Database, userId: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select free_exchange_account(${userId}) as done`.execute(tx);
  return rows[0]?.done === true;
}
