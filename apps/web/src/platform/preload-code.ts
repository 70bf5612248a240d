import { useEffect, useEffectEvent } from 'react';
import { preloads } from './lazy-code.ts';

/** How long a reader looks before the first tap. */
const TAP_AFTER_MS = 2_000;
/** How long after everything else was started. */
const PRELOAD_AFTER_MS = 5_000;

/** Prefetches the code behind a tap on the shown screen while that screen is shown. */
export function usePreload(preload: () => Promise<void>): void {
  const begin = useEffectEvent(() => preload());
  useEffect(() => preloadForTap(() => begin()), []);
}

/**
 * Prefetches the code behind a tap, by `preload`, when the browser is idle, and not while the answers of the first
 * screen are still being fetched: on a touch screen, pointerenter comes too late for that. Returns what stops it. Does
 * nothing on a connection that saves data.
 */
export function preloadForTap(preload: () => Promise<void>): () => void {
  if (savesData()) return () => undefined;
  const timer = setTimeout(() => void idle().then(preload), TAP_AFTER_MS);
  return () => clearTimeout(timer);
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

const IDLE_WITHIN_MS = 2_000;

/** Returns whether the browser is asked to fetch as little as possible. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}

/** Resolves once the browser is idle, after two seconds at the latest. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS });
    else setTimeout(resolve, 0);
  });
}
