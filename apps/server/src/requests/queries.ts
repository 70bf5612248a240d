import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** Calls that move money: each carries a request id that the caller made before the first try. */
export type RequestAction = 'join' | 'withdraw';

/** A request as it is told apart from others: one user's request id, and the hash of what it asks for. */
export type RequestIdentity = { readonly userId: bigint; readonly requestId: string; readonly bodyHash: Buffer };

/** The answer to a request id that was used before with another body. */
export const REQUEST_ID_REUSED = { refusal: 'request-id-reused', details: { field: 'requestId' } } as const;

const storedDetails = z.record(z.string(), z.string());

/** A refusal that a request id got before; `Code` is one of the refusals of its action. */
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
 * Returns, in the order of the requests, the refusal that each got before (its code one of `codes`),
 * `REQUEST_ID_REUSED` where the body was another one, or undefined where nothing was refused.
 */
export async function findEarlierRefusals<Code extends string>(
  tx: Database,
  requests: readonly RequestIdentity[],
  codes: readonly Code[],
): Promise<(EarlierRefusal<Code> | undefined)[]> {
  const userIds = requests.map(({ userId }) => userId);
  const requestIds = requests.map(({ requestId }) => requestId);
  const { rows } = await sql<RefusalRow>`
    select user_id, request_id, body_hash, error, details
    from unnest(${userIds}::bigint[], ${requestIds}::uuid[]) as asked (user_id, request_id)
    join request_refusal using (user_id, request_id)`.execute(tx);
  const refusals = new Map(rows.map((row) => [`${row.user_id}/${row.request_id}`, row]));
  const storedCode = z.enum(codes);
  return requests.map(({ userId, requestId, bodyHash }) => {
    const refused = refusals.get(`${userId}/${requestId}`);
    if (refused === undefined) return undefined;
    if (!bodyHash.equals(refused.body_hash)) return REQUEST_ID_REUSED;
    return { refusal: storedCode.parse(refused.error), details: storedDetails.parse(refused.details) };
  });
}

type RefusalRow = {
  readonly user_id: bigint;
  readonly request_id: string;
  readonly body_hash: Buffer;
  readonly error: string;
  readonly details: unknown;
};
