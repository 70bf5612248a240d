import type { Database } from '#platform/database/database.ts';
import { refreshLeaderboards } from './commands/refresh-leaderboards.ts';
import { type RollUpSettings, rollUpTeam } from './commands/roll-up-team.ts';

/**
 * Everything of teams that is due: bindings, grants, settled rounds, new thresholds, leaderboards. What is due stands
 * in the rows. Gives how many steps were taken; stops between steps when `signal` is aborted.
 */
export async function runTeam(db: Database, settings: RollUpSettings & { signal?: AbortSignal } = {}): Promise<number> {
  let steps = 0;
  while (settings.signal?.aborted !== true && (await rollUpTeam(db, settings))) steps += 1;
  await refreshLeaderboards(db);
  return steps;
}
