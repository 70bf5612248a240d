import { sql } from 'kysely';
import { isHex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { findAddresses } from '#session/queries/users.ts';
import type { StoredConfirmation } from '#session/queries/verify-confirmation.ts';
import type { AccountAnswer, AccountClaim } from '../exchange/account-client.ts';
import { claimMachines } from '../store.ts';
import { grantPauseMs } from './grants.ts';

/** A named account that the exchange has to confirm now. */
export type DueConfirmation = {
  readonly requestId: string;
  readonly claim: AccountClaim;
  /** The text and signature of the user's wallet, as stored and not yet verified here. */
  readonly signed: StoredConfirmation;
  readonly attempts: number;
  readonly callId: string | null;
};

/**
 * Leases at most `limit` named accounts for `leaseMs` milliseconds and returns them. An account whose lease expires is
 * due again under the same request id: its worker was killed before it recorded the answer.
 */
export async function claimDueConfirmations(
  db: Database,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<DueConfirmation[]> {
  const { rows } = await sql<{
    user_id: bigint;
    request_id: string;
    uid: string;
    code: string;
    message: string;
    signature: string;
    asked_at: Date;
    attempts: number;
    call_id: string | null;
  }>`
    update exchange_confirmation set attempts = attempts + 1,
      due_at = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    where user_id in (
      select user_id from exchange_confirmation where state = 'waiting' and due_at <= clock_timestamp()
      order by due_at limit ${limit}::int for update skip locked
    ) returning user_id, request_id, uid, code, message, signature, asked_at, attempts, call_id`.execute(db);
  const addressOf = await findAddresses(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map(({ user_id, request_id: requestId, uid, code, attempts, call_id: callId, ...signed }) => ({
    requestId,
    claim: { requestId, uid, code, address: addressOf(user_id) },
    signed: {
      confirmed: { action: 'bind-exchange-uid', uid },
      address: addressOf(user_id),
      message: signed.message,
      signature: isHex(signed.signature) ? signed.signature : '0x',
      askedAt: signed.asked_at,
    },
    attempts,
    callId,
  }));
}

/**
 * Records the exchange's answer. A confirmed account is bound and the user's hash power claimed in one transaction;
 * without an answer the next attempt is scheduled with a growing pause. An answer to a request that the user has
 * replaced changes nothing. Returns the outcome; `taken` = another user has the account, or the request is gone.
 */
export async function recordAccountAnswer(
  db: Database,
  { asked, answer }: { readonly asked: DueConfirmation; readonly answer: AccountAnswer },
): Promise<AccountAnswer['state'] | 'taken'> {
  const { requestId, attempts, callId } = asked;
  if (answer.state === 'confirmed') {
    return inTransaction(db, async (tx) => {
      const { rows } = await sql<{ user_id: bigint | null }>`
        select bind_exchange_account(${requestId}::uuid) as user_id`.execute(tx);
      const userId = rows[0]?.user_id ?? null;
      if (userId === null) return 'taken';
      await claimMachines(tx, { userIds: [userId], callId });
      return 'confirmed';
    });
  }
  if (answer.state === 'rejected') {
    await sql`select reject_exchange_account(${requestId}::uuid, ${answer.problem})`.execute(db);
    return answer.state;
  }
  const pauseMs = grantPauseMs({ attempts, jitter: Math.random() });
  await db
    .updateTable('exchange_confirmation')
    .set({
      last_error: answer.problem,
      due_at: sql<Date>`clock_timestamp() + ${pauseMs}::int * interval '1 millisecond'`,
    })
    .where('request_id', '=', requestId)
    .where('state', '=', 'waiting')
    .execute();
  return answer.state;
}
