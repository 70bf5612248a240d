import type { Database } from '../platform/database/database.ts';
import { advanceRound } from './commands/advance-round.ts';
import { publishNextRound } from './commands/publish-next-round.ts';

/**
 * Everything of the rounds that is due: next rounds of plans, openings, closings, settlements, stages. What is due stands in the rows, so a
 * wake-up that is lost or comes twice changes nothing. Gives how many steps were taken; stops between steps when `signal` is aborted.
 */
export async function runRounds(db: Database, signal?: AbortSignal): Promise<number> {
  let steps = 0;
  while (signal?.aborted !== true) {
    const published = await publishNextRound(db);
    const advanced = await advanceRound(db);
    if (!published && advanced === undefined) return steps;
    steps += 1;
  }
  return steps;
}
