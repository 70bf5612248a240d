import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * NOTIFY channels: a worker is notified of a request, the process of operators of its answer (payload: the row's id).
 */
export const OPERATOR_REQUEST_CHANNEL = 'operator_request_due';
export const OPERATOR_ANSWER_CHANNEL = 'operator_request_answered';

/** Stores an operator's request with a new UUID and notifies the workers; returns once that is committed. */
export async function insertRequest(
  db: Database,
  { id, request, callId }: { readonly id: string; readonly request: object; readonly callId: string },
): Promise<void> {
  await sql`with inserted as (
      insert into operator_request (id, request, call_id) values (${id}, ${JSON.stringify(request)}, ${callId})
    ) select pg_notify(${OPERATOR_REQUEST_CHANNEL}, '')`.execute(db);
}

export type TakenRequest = { readonly id: string; readonly request: unknown; readonly call_id: string };

/** Takes and returns the oldest request that no worker has taken and whose caller still waits; or undefined. */
export async function takeRequest(db: Database): Promise<TakenRequest | undefined> {
  const { rows } = await sql<TakenRequest>`
    update operator_request set taken_at = clock_timestamp() where id = (
      select id from operator_request
      where taken_at is null and expires_at > clock_timestamp()
      order by asked_at limit 1 for update skip locked)
    returning id, request, call_id`.execute(db);
  return rows[0];
}

/** Stores the answer to a request and notifies the waiting process; returns once that is committed. */
export async function storeAnswer(db: Database, { id, answer }: { id: string; answer: object }): Promise<void> {
  await sql`with answered as (
      update operator_request set answer = ${JSON.stringify(answer)} where id = ${id}
    ) select pg_notify(${OPERATOR_ANSWER_CHANNEL}, ${id})`.execute(db);
}

/** Returns the answer to a request; null while there is none. */
export async function findAnswer(db: Database, id: string): Promise<unknown> {
  const row = await db.selectFrom('operator_request').select('answer').where('id', '=', id).executeTakeFirst();
  return row?.answer ?? null;
}

/** Deletes requests that are older than a signature is valid; returns once that is committed. */
export async function deleteOldRequests(db: Database): Promise<void> {
  await db.deleteFrom('operator_request').where('asked_at', '<', sql<Date>`now() - interval '15 minutes'`).execute();
}
