import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A user's hash power in base units that can be claimed now. rules.md section 7. */
export async function readPendingHashPower(db: Database, userId: bigint): Promise<TokenAmount> {
  const { rows } = await sql<{ pending: bigint }>`
    select coalesce(sum(s.hash), 0) as pending
    from order_settlement s join round r on r.id = s.round_id
    where s.user_id = ${userId} and s.hash > 0 and r.state = 'ended'
      and not exists (select 1 from hash_power_claim c where c.order_id = s.order_id)`.execute(db);
  return tokenAmount(rows[0]?.pending ?? 0n);
}

/** Users with hash power of this failed round, claimed or not, in the order of their ids: `limit` of them after `afterUser`. */
export async function listHashPowerHolders(
  db: Database,
  { roundId, afterUser, limit }: { roundId: bigint; afterUser: bigint; limit: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ user_id: bigint }>`
    select distinct user_id from order_settlement
    where round_id = ${roundId} and user_id > ${afterUser} and hash > 0
    order by user_id limit ${limit}::int`.execute(db);
  return rows.map((row) => row.user_id);
}

/**
 * Where a search through the failed rounds stands; the time in the database's own words, to the microsecond. Settlements follow one another,
 * so their times are in the order in which they end.
 */
export type LiquidationMark = { readonly settledAt: string; readonly roundId: bigint };

/** The first failed round after the mark, once its liquidation is done; undefined while there is none. */
export async function findLiquidatedRound(db: Database, after: LiquidationMark): Promise<LiquidationMark | undefined> {
  const { rows } = await sql<{ round_id: bigint; settled_at: string; state: string }>`
    select s.round_id, s.settled_at::text as settled_at, r.state
    from round_settlement s join round r on r.id = s.round_id
    where s.outcome = 'failed' and s.settled_at >= ${after.settledAt}::timestamptz
      and (s.settled_at, s.round_id) > (${after.settledAt}::timestamptz, ${after.roundId}::bigint)
    order by s.settled_at, s.round_id limit 1`.execute(db);
  const [row] = rows;
  return row?.state === 'ended' ? { settledAt: row.settled_at, roundId: row.round_id } : undefined;
}
