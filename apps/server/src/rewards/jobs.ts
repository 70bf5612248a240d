import { advancePoolDay, type PoolDayDeps } from './commands/advance-pool-day.ts';
import { POOLS } from './commands/pay-pool-range.ts';

/**
 * Runs all days of the pools that are due; returns once none is, or one has to wait for its weights. What is due is
 * stored in rows, so a run that is missed or repeated changes nothing.
 */
export async function runPools(deps: PoolDayDeps, signal?: AbortSignal): Promise<void> {
  for (const pool of POOLS) {
    while (signal?.aborted !== true) {
      const step = await advancePoolDay(deps, pool);
      if (step === 'none' || step === 'waiting') break;
    }
  }
}
