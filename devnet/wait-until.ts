import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again every 20 ms until the answer is true; the result is whether it came true in time. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
