import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

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
