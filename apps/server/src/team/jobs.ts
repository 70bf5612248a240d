import type { Database } from '#platform/database/database.ts';
import { type CarrySettings, carryTeam } from './commands/carry-team.ts';
import { refreshLeaderboards } from './commands/refresh-leaderboards.ts';

/**
 * Everything of teams that is due: bindings, grants, settled rounds, new thresholds, leaderboards. What is due stands in the rows. Gives how
 * many steps were taken; stops between steps when `signal` is aborted.
 */
export async function runTeam(db: Database, settings: CarrySettings & { signal?: AbortSignal } = {}): Promise<number> {
  let steps = 0;
  while (settings.signal?.aborted !== true && (await carryTeam(db, settings))) steps += 1;
  await refreshLeaderboards(db);
  return steps;
}
