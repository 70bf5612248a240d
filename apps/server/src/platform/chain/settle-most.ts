import { setTimeout as delay } from 'node:timers/promises';

/** How long to wait for the others once enough have answered. */
const GRACE_MS = 1_000;

/**
 * Waits until all promises are settled, or until `needed` are fulfilled and the others had another second. Returns the
 * outcomes in order; undefined for pending ones.
 */
export async function settleMost<Value>(
  promises: readonly Promise<Value>[],
  needed: number,
): Promise<(PromiseSettledResult<Value> | undefined)[]> {
  const outcomes: (PromiseSettledResult<Value> | undefined)[] = promises.map(() => undefined);
  const enough = Promise.withResolvers<void>();
  let fulfilledCount = 0;
  const settled = promises.map(async (promise, index) => {
    const [outcome] = await Promise.allSettled([promise]);
    outcomes[index] = outcome;
    if (outcome?.status === 'fulfilled') fulfilledCount += 1;
    if (fulfilledCount >= needed) enough.resolve();
  });
  const timer = new AbortController();
  const grace = enough.promise.then(() => delay(GRACE_MS, undefined, { signal: timer.signal }).catch(() => undefined));
  await Promise.race([Promise.all(settled), grace]);
  timer.abort();
  return [...outcomes];
}
