import type { Database } from '#platform/database/database.ts';
import { type BindingJobDeps, bindDueInviters } from './commands/bind-requested.ts';
import { refreshLeaderboards } from './commands/leaderboards.ts';
import { type RollUpSettings, rollUpTeam } from './commands/roll-up-team.ts';

/**
 * Performs all due work on teams: bindings, grants, settled rounds, new thresholds, leaderboards. Returns how many
 * roll-up steps it took; stops between steps when `signal` is aborted.
 */
export async function runTeam(db: Database, settings: RollUpSettings & { signal?: AbortSignal } = {}): Promise<number> {
  let stepCount = 0;
  while (settings.signal?.aborted !== true && (await rollUpTeam(db, settings))) stepCount += 1;
  await refreshLeaderboards(db);
  return stepCount;
}

/** Decides all due requests to be bound to an inviter, until `signal` is aborted. Returns nothing. */
export async function bindInviters(deps: BindingJobDeps, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true && (await bindDueInviters(deps)));
}
