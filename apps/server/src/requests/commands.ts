import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import type { RequestAction, RequestIdentity } from './queries.ts';

export type RefusedRequest = Omit<RequestIdentity, 'userId'> & {
  readonly token: SessionToken;
  readonly refusal: string;
  readonly details: Readonly<Record<string, string>>;
};

/**
 * Persists refusals of the tokens' users, so that a repeated request gets the same answer; an existing one of the same
 * id stays.
 */
export async function saveRefusals(
  tx: Database,
  action: RequestAction,
  refused: readonly RefusedRequest[],
): Promise<void> {
  if (refused.length === 0) return;
  await sql`select save_refusals(${refused.map(({ token }) => token.reveal())}::bytea[],
    ${refused.map(({ requestId }) => requestId)}::uuid[], ${action},
    ${refused.map(({ bodyHash }) => bodyHash)}::bytea[], ${refused.map(({ refusal }) => refusal)}::text[],
    ${refused.map(({ details }) => JSON.stringify(details))}::json[])`.execute(tx);
}

/** Retries of a refused request get the same answer for this long (docs/operating/monitoring.md#deleted-data). */
const KEPT_DAYS = 7;
const PURGE_BATCH = 5_000;

/**
 * Deletes refusals that are older than a week, in batches that hold no lock for long. Returns how many it deleted.
 * Request ids that had an effect are stored with the order or the withdrawal instead.
 */
export async function purgeRefusals(db: Database, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let batch = PURGE_BATCH; batch === PURGE_BATCH && signal?.aborted !== true; deleted += batch) {
    const { numAffectedRows = 0n } = await sql`
      delete from request_refusal where (user_id, request_id) in (
        select user_id, request_id from request_refusal
        where refused_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS}::int)
        order by refused_at limit ${PURGE_BATCH}::int)`.execute(db);
    batch = Number(numAffectedRows);
  }
  return deleted;
}
