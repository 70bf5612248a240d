import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { countUpToMost } from '#platform/database/capped-count.ts';
import type { Database } from '#platform/database/database.ts';
import { windowPausedSince } from './rounds.ts';

/** A round that is open for orders; amounts in base units. */
export type LiveRound = {
  readonly roundId: bigint;
  readonly city: string;
  readonly phase: number;
  readonly number: number;
  readonly closesAt: Date;
  readonly pausedSince: Date | null;
  readonly quota: TokenAmount;
  readonly filled: TokenAmount;
  readonly orders: number;
};

/** Returns open rounds, first to close first. */
export async function listLiveRounds(db: Database, limit: number): Promise<LiveRound[]> {
  const rows = await db
    .selectFrom('round')
    .innerJoin('city', 'city.id', 'round.city_id')
    .select(['round.id as roundId', 'city.name as city', 'phase', 'number', 'closes_at as closesAt'])
    .select(['quota', 'filled', 'order_count as orders'])
    .select(windowPausedSince.as('pausedSince'))
    .where('round.state', '=', 'open')
    .orderBy('closes_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, quota: tokenAmount(row.quota), filled: tokenAmount(row.filled) }));
}

/** Returns how many rounds are suspended, up to 1,000. */
export async function countSuspended(db: Database): Promise<number> {
  return countUpToMost(db, sql`round_suspension`);
}
