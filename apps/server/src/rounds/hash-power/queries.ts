import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Returns a user's hash power, in base units, that can be claimed now. docs/money-rules.md#7-hash-power-and-mining */
export async function readPendingHashPower(db: Database, userId: bigint): Promise<TokenAmount> {
  const { rows } = await sql<{ pending: bigint }>`
    select coalesce(sum(s.hash_power), 0) as pending
    from order_settlement s join round r on r.id = s.round_id
    where s.user_id = ${userId} and s.loss is not null and s.hash_power > 0 and r.state = 'ended'
      and not exists (select 1 from hash_power_claim c where c.order_id = s.order_id)`.execute(db);
  return tokenAmount(rows[0]?.pending ?? 0n);
}

/**
 * Returns the ids of users with hash power of a failed round, claimed or not, in order: `limit` ids above
 * `afterUser`.
 */
export async function listHashPowerHolders(
  db: Database,
  { roundId, afterUser, limit }: { roundId: bigint; afterUser: bigint; limit: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ user_id: bigint }>`
    select distinct user_id from order_settlement
    where round_id = ${roundId} and user_id > ${afterUser} and hash_power > 0
    order by user_id limit ${limit}::int`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/**
 * How far failed rounds have been processed; `settledAt` is the database's text of the time, to the microsecond.
 * Settlements run one after the other, so their times are in the order in which they end.
 */
export type LiquidationCheckpoint = { readonly settledAt: string; readonly roundId: bigint };

/** Returns the first failed round after the checkpoint once its liquidation is done; undefined while there is none. */
export async function findLiquidatedRound(
  db: Database,
  after: LiquidationCheckpoint,
): Promise<LiquidationCheckpoint | undefined> {
  const { rows } = await sql<{ round_id: bigint; settled_at: string; state: string }>`
    select s.round_id, s.settled_at::text as settled_at, r.state
    from round_settlement s join round r on r.id = s.round_id
    where s.outcome = 'failed' and s.settled_at >= ${after.settledAt}::timestamptz
      and (s.settled_at, s.round_id) > (${after.settledAt}::timestamptz, ${after.roundId}::bigint)
    order by s.settled_at, s.round_id limit 1`.execute(db);
  const [next] = rows;
  return next?.state === 'ended' ? { settledAt: next.settled_at, roundId: next.round_id } : undefined;
}
