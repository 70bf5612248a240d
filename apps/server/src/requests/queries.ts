import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** Calls that move money: each has a request id that the caller made before the first try. */
export type RequestAction = 'join' | 'withdraw';

/** The identity of a request: one user's request id, and the hash of its body. */
export type RequestIdentity = { readonly userId: bigint; readonly requestId: string; readonly bodyHash: Buffer };

/** The answer to a request id that was used before in another call or with another body. */
export const REQUEST_ID_REUSED = { refusal: 'request-id-reused', details: { field: 'requestId' } } as const;

const storedDetails = z.record(z.string(), z.string());

/** The refusal that a request id got before; `Code` is one of the refusals of its action. */
export type EarlierRefusal<Code extends string> =
  | { readonly refusal: Code; readonly details: Readonly<Record<string, string>> }
  | typeof REQUEST_ID_REUSED;

/**
 * Returns the hash (SHA-256) of a request's body: equal for a repeated request, different for another one under the
 * same id.
 */
export function hashRequestBody(action: RequestAction, fields: readonly (string | bigint)[]): Buffer {
  return createHash('sha256')
    .update([action, ...fields].join('|'))
    .digest();
}

/**
 * Returns, in the order of the requests, the earlier refusal of each (its code one of `codes`), `REQUEST_ID_REUSED`
 * where the body was another one or the id had an effect in another call, or undefined where nothing was refused. The
 * caller has locked the users' JU accounts, so one of two concurrent calls finds the other.
 */
export async function findEarlierRefusals<Code extends string>(
  tx: Database,
  { action, requests }: { readonly action: RequestAction; readonly requests: readonly RequestIdentity[] },
  codes: readonly Code[],
): Promise<(EarlierRefusal<Code> | undefined)[]> {
  const userIds = requests.map(({ userId }) => userId);
  const requestIds = requests.map(({ requestId }) => requestId);
  const { rows } = await sql<RefusalRow>`
    select user_id, request_id, body_hash, error, details, request_id_use(user_id, request_id) <> ${action} as is_used
    from unnest(${userIds}::bigint[], ${requestIds}::uuid[]) as asked (user_id, request_id)
    left join request_refusal using (user_id, request_id)`.execute(tx);
  const refusals = new Map(rows.map((row) => [`${row.user_id}/${row.request_id}`, row]));
  return requests.map(({ userId, requestId, bodyHash }) => {
    const refused = refusals.get(`${userId}/${requestId}`);
    if (refused?.is_used === true) return REQUEST_ID_REUSED;
    if (refused === undefined || refused.body_hash === null) return undefined;
    if (!bodyHash.equals(refused.body_hash)) return REQUEST_ID_REUSED;
    return { refusal: z.enum(codes).parse(refused.error), details: storedDetails.parse(refused.details) };
  });
}

type RefusalRow = {
  readonly user_id: bigint;
  readonly request_id: string;
  /** Null, like all columns after it, where nothing was refused. */
  readonly body_hash: Buffer | null;
  readonly error: string | null;
  readonly details: unknown;
  readonly is_used: boolean | null;
};
