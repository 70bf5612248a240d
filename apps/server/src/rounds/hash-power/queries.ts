import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';

/** Returns a user's claimable hash power, in base units. docs/money-rules.md#7-hash-power-and-mining */
export async function readPendingHashPower(db: Database, userId: bigint): Promise<TokenAmount> {
  // An order's hash power is claimed once and as a whole.
  const rows = await executePrepared(
    db,
    sql<{ pending: bigint }>`
    select coalesce((select sum(hash_power) from cached_order where user_id = ${userId} and outcome = 'failed'), 0)
      + coalesce((
        select sum(s.hash_power) from (
          select order_id, round_id, hash_power from order_settlement
          where user_id = ${userId} and loss is not null and order_id <= 9223372036854775807
            and order_id > coalesce((select order_id from cached_checkpoint where user_id = ${userId}), 0)
          union all
          select s.order_id, s.round_id, s.hash_power
          from uncached_order n join order_settlement s on s.order_id = n.order_id
          where n.user_id = ${userId} and s.loss is not null
        ) s
        -- By its key, whatever the planner expects, so that one plan suits any wallet.
        cross join lateral (select state from round where id = s.round_id offset 0) r
        where r.state = 'ended'
      ), 0)
      - coalesce((select sum(hash_power) from hash_power_claim where user_id = ${userId}), 0) as pending`,
  );
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
 * The progress through failed rounds; `settledAt` is the database's text of the time, to the microsecond. Settlements
 * are computed one after the other, and their times are in that order.
 */
export type LiquidationCheckpoint = { readonly settledAt: string; readonly roundId: bigint };

/** Returns the first failed round after the checkpoint if its liquidation is done, else undefined. */
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
