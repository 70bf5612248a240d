import { useEffect, useEffectEvent } from 'react';
import { idle, preloads, savesData } from './lazy-code.ts';

/** How long a reader looks before the first tap. */
export const TAP_AFTER_MS = 2_000;
/** How long after everything else was started. */
const PRELOAD_AFTER_MS = 5_000;

/**
 * Prefetches the code behind a tap on the shown screen, by `preload`, when the browser is idle, and not while its
 * answers are still being fetched: on a touch screen, pointerenter comes too late for that.
 */
export function usePreload(preload: () => Promise<void>): void {
  const begin = useEffectEvent(() => void idle().then(preload));
  useEffect(() => {
    if (savesData()) return undefined;
    const timer = setTimeout(begin, TAP_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * Fetches all lazy code and texts sequentially, each when the browser is idle, once the first screen has been shown for
 * a while, so that they open without a network. Does nothing on a connection that saves data. Call once at start.
 */
export function preloadLazyCode(): void {
  if (savesData()) return;
  setTimeout(async () => {
    for (const preload of preloads) {
      await idle();
      await preload();
    }
  }, PRELOAD_AFTER_MS);
}
