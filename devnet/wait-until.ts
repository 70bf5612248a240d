import { setTimeout as sleep } from 'node:timers/promises';

/** Polls `isTrue` every 20 ms until it returns true; returns false when `timeoutMs` have passed before that. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
