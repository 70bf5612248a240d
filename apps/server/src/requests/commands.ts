import type { Database } from '#platform/database/database.ts';
import type { RequestAction, RequestIdentity } from './queries.ts';

export type RefusedRequest = RequestIdentity & {
  readonly refusal: string;
  readonly details: Readonly<Record<string, string>>;
};

/** Persists refusals, so that a repeated request gets the same answer; what was persisted for its id before stays. */
export async function saveRefusals(
  tx: Database,
  action: RequestAction,
  refused: readonly RefusedRequest[],
): Promise<void> {
  if (refused.length === 0) return;
  await tx
    .insertInto('request_refusal')
    .values(
      refused.map(({ userId, requestId, bodyHash, refusal, details }) => ({
        user_id: userId,
        request_id: requestId,
        action,
        body_hash: bodyHash,
        error: refusal,
        details: JSON.stringify(details),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
