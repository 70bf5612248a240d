import { advancePoolDay, POOLS, type PoolDayDeps } from './commands/advance-pool-day.ts';

/**
 * Processes all due days of the pools; returns once none is due, or one has to wait for its weights. Due work is stored
 * in rows, so a missed or repeated run changes nothing.
 */
export async function runPools(deps: PoolDayDeps, signal?: AbortSignal): Promise<void> {
  for (const pool of POOLS) {
    while (signal?.aborted !== true) {
      const step = await advancePoolDay(deps, pool);
      if (step === 'none' || step === 'waiting') break;
    }
  }
}
