import { randomBytes } from 'node:crypto';
import { type AutoMintChange, changeAutoMint } from '@city-mint/domain/rounds/change-auto-mint';
import type { Database } from '@city-mint/server/platform/database/database';
import { type SetAutoMintAnswer, setAutoMint } from '@city-mint/server/rounds/auto-mint/commands';
import { readAutoMint } from '@city-mint/server/rounds/auto-mint/queries';
import { decideAutoMintRequest, insertAutoMintRequest } from '@city-mint/server/rounds/auto-mint/requests';
import { sql } from 'kysely';
import { acceptAnyTerms } from './consent.ts';
import { tokenOf } from './sessions.ts';

export type AutoMintParts = {
  readonly userId: bigint;
  readonly keep?: bigint;
  readonly perRoundMaximum?: bigint;
  readonly stopAfterLosses?: number;
  readonly failedRounds?: number;
  /** 1 unless given. */
  readonly parallelRounds?: number;
};

/**
 * Enables auto-mint for these users, in this order, as if each had accepted the disclosure and enabled it. Amounts in
 * base units; needs the owner's connection.
 */
export async function buildAutoMint(db: Database, users: readonly AutoMintParts[]): Promise<void> {
  await sql`
    insert into auto_mint (user_id, enabled, keep, per_round_maximum, stop_after_losses, failed_rounds, version,
      parallel_rounds, queue_position, enabled_at)
    select user_id, true, keep, most, stop, failed, 1, parallel, nextval('auto_mint_queue'), clock_timestamp()
    from unnest(
      ${users.map((user) => user.userId)}::bigint[], ${users.map((user) => `${user.keep ?? 0n}`)}::numeric[],
      ${users.map((user) => `${user.perRoundMaximum ?? 0n}`)}::numeric[],
      ${users.map((user) => user.stopAfterLosses ?? 0)}::int[],
      ${users.map((user) => user.failedRounds ?? 0)}::int[],
      ${users.map((user) => user.parallelRounds ?? 1)}::int[]
    ) with ordinality as t (user_id, keep, most, stop, failed, parallel, n)
    order by n
    on conflict (user_id) do update set enabled = true, queue_position = excluded.queue_position,
      enabled_at = excluded.enabled_at, keep = excluded.keep,
      per_round_maximum = excluded.per_round_maximum, stop_after_losses = excluded.stop_after_losses,
      failed_rounds = excluded.failed_rounds, parallel_rounds = excluded.parallel_rounds, off_reason = null`.execute(
    db,
  );
  await acceptAnyTerms(
    db,
    users.map(({ userId }) => userId),
  );
}

/** Disables auto-mint for all users. */
export async function clearAutoMint(db: Database): Promise<void> {
  await sql`update auto_mint
    set enabled = false, queue_position = null, enabled_at = null, off_reason = 'user' where enabled`.execute(db);
}

/** Joins the next users to a round as the worker does; returns what became of the part. */
export async function admitPart(
  tx: Database,
  { roundId, limit, covering }: { readonly roundId: bigint; readonly limit: number; readonly covering: string[] },
): Promise<{ isDecided: boolean; isWritten: boolean }> {
  const { rows: decided } = await sql<{ isDecided: boolean }>`
    select is_decided as "isDecided"
    from auto_mint_decide_part(${roundId}, ${limit}::int, ${covering}::text[], null)`.execute(tx);
  const { rows: written } = await sql<{ isWritten: boolean }>`
    select auto_mint_write_part(${roundId}) as "isWritten"`.execute(tx);
  return { isDecided: decided[0]?.isDecided === true, isWritten: written[0]?.isWritten === true };
}

type Change = { readonly userId: bigint; readonly consented: boolean; readonly change: AutoMintChange };

/**
 * Changes auto-mint for a user with a session of `openSessions` as the call does, over the connections of an api;
 * without a signature where one is needed, as if a verifier had verified it. Returns the settings or the refusal.
 */
export async function changeAutoMintOf(
  { api, owner }: { readonly api: Database; readonly owner: Database },
  request: Change,
): Promise<SetAutoMintAnswer> {
  const { userId, change } = request;
  const token = tokenOf(userId);
  const answer = await setAutoMint(api, { ...request, token });
  if (!('refusal' in answer) || answer.refusal !== 'confirmation-required') return answer;
  const { version, ...current } = await readAutoMint(owner, userId);
  const decision = changeAutoMint({ ...current, version }, change, request);
  if (decision.kind !== 'unconfirmed') throw new Error(`auto-mint: ${decision.kind}`);
  const nonce = randomBytes(16).toString('hex');
  const text = { message: 'verified', signature: '0x' } as const;
  const settings = { ...decision.settings, version };
  await insertAutoMintRequest(api, { token, nonce, settings, country: null, text });
  const refusal = await decideAutoMintRequest(owner, { userId, nonce }, null);
  if (refusal !== null) throw new Error(`auto-mint: ${refusal}`);
  return readAutoMint(owner, userId);
}
