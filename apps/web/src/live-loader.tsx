import { useEffect, useEffectEvent, useState } from 'react';
import { lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { useSessionStore } from '#platform/session-store.ts';

/** Visitors poll until they interact or have stayed this long; then the event stream opens. */
const STAYS_AFTER_MS = 10_000;
const RETRY_MS = 15_000;
const FIRST_TOUCH = ['pointerdown', 'keydown'] as const;

const region = lazyCode(['live', 'notify'], async () => (await import('./live/live-region.tsx')).LiveRegion);

/** Starts the live events, whose code is not in the first load: immediately when signed in, otherwise later. */
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

/** Returns whether the visitor has touched the page, or has stayed for a while. */
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
