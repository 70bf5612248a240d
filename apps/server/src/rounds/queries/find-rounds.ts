import type { Database } from '#platform/database/database.ts';
import { type RoundNow, selectRounds, toRoundNow } from './read-rounds.ts';

/** Rounds that take orders now, the one that closes first ahead. */
export async function findOpenRounds(db: Database): Promise<RoundNow[]> {
  const rows = await selectRounds(db).where('round.state', '=', 'open').orderBy('round.closes_at').limit(50).execute();
  return rows.map(toRoundNow);
}

/** Published rounds that are still to open, the next one ahead. */
export async function findScheduledRounds(db: Database): Promise<RoundNow[]> {
  const rows = await selectRounds(db)
    .where('round.state', '=', 'scheduled')
    .orderBy('round.opens_at')
    .limit(100)
    .execute();
  return rows.map(toRoundNow);
}

/** The latest round, of one city or of all: the open one, else the next, else the one published last. */
export async function findLatestRound(db: Database, cityId?: bigint): Promise<RoundNow | undefined> {
  for (const narrow of ['open', 'scheduled', undefined] as const) {
    let query = selectRounds(db);
    if (cityId !== undefined) query = query.where('round.city_id', '=', cityId);
    if (narrow !== undefined) query = query.where('round.state', '=', narrow).orderBy('round.opens_at');
    const row = await query.orderBy('round.id', 'desc').limit(1).executeTakeFirst();
    if (row !== undefined) return toRoundNow(row);
  }
  return undefined;
}
