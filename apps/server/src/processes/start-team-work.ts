import { createDatabase, type DatabaseSettings } from '#platform/database/database.ts';
import type { Timers } from '#platform/jobs/timers.ts';
import { runPools } from '#rewards/jobs.ts';
import { runTeam } from '#team/jobs.ts';
import { listPoolWeights } from '#team/queries/list-pool-weights.ts';

const TEAM_MS = 1_000;
const POOLS_MS = 1_000;
/** One step carries up to 100,000 orders up the tree, or pays a pool to 50,000 users. */
const TIMEOUT_MS = 300_000;

/** Team figures, standings, leaderboards, and the pools that pay by them; over connections of its own. */
export function startTeamWork({ timers, connection }: { timers: Timers; connection: DatabaseSettings }): {
  end(): Promise<void>;
} {
  const db = createDatabase({ ...connection, name: 'team', maxConnections: 2, statementTimeoutMs: TIMEOUT_MS });
  timers.everyMs('team', TEAM_MS, async (signal) => void (await runTeam(db, { signal })));
  timers.everyMs('pools', POOLS_MS, (signal) => runPools({ db, readWeights: listPoolWeights }, signal));
  return { end: () => db.destroy() };
}
