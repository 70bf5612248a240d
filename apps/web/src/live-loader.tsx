import { useEffect, useEffectEvent, useState } from 'react';
import { lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { useSessionStore } from '#platform/session-store.ts';

/** Who only looks in is served by polling; a connection is for who stays, or does something. */
const STAYS_AFTER_MS = 10_000;
const RETRY_MS = 15_000;
const FIRST_TOUCH = ['pointerdown', 'keydown'] as const;

const region = lazyCode(['live', 'notify'], async () => (await import('./live/live-region.tsx')).LiveRegion);

/** Begins the live events, whose code is no part of the first load: at once when signed in, else a little later. */
export function LiveLoader() {
  const isSignedIn = useSessionStore(({ session }) => session !== null);
  const stays = useStays();
  const status = useLazyCode(region, isSignedIn || stays);
  const retry = useEffectEvent(() => status.kind === 'failed' && void status.retry());
  const isFailed = status.kind === 'failed';
  useEffect(() => {
    if (!isFailed) return undefined;
    const timer = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [isFailed]);
  return status.kind === 'ready' && (isSignedIn || stays) ? <status.part /> : null;
}

/** Whether the visitor has touched the page, or has been here for a while. */
function useStays(): boolean {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const begin = () => setStays(true);
    const timer = setTimeout(begin, STAYS_AFTER_MS);
    for (const name of FIRST_TOUCH) addEventListener(name, begin, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of FIRST_TOUCH) removeEventListener(name, begin);
    };
  }, []);
  return stays;
}
