import type { RoundState } from '@city-mint/domain/rounds/round-state';
import type { Database } from '#platform/database/database.ts';
import { type RoundNow, selectRounds, toRoundNow } from './read-rounds.ts';

/** Rounds with ids below `before` (null = from the newest), of one state or of all, newest first. */
export async function listRounds(
  db: Database,
  page: { readonly state?: RoundState | undefined; readonly before: bigint | null; readonly limit: number },
): Promise<RoundNow[]> {
  let query = selectRounds(db);
  if (page.state !== undefined) query = query.where('round.state', '=', page.state);
  if (page.before !== null) query = query.where('round.id', '<', page.before);
  const rows = await query.orderBy('round.id', 'desc').limit(page.limit).execute();
  return rows.map(toRoundNow);
}
