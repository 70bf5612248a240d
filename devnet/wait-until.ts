import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls `isTrue` every 20 ms until it returns true; returns false when `timeoutMs` have passed before that. Without a
 * time limit it polls until then, so `isTrue` has to notice when that can no longer happen.
 */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, timeoutMs = Infinity): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
