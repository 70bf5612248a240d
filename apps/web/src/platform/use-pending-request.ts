import { useEffect, useEffectEvent } from 'react';
import type { PendingRequest, PendingRequests } from './pending-requests.ts';

const REPEAT_MS = 5_000;

/**
 * The request of this account that has no answer yet, after a network error or a reload; null = none. While there is one, it is repeated
 * every few seconds with the page in sight, until its answer lets go of it.
 */
export function usePendingRequest<Body>(
  requests: PendingRequests<Body>,
  address: string | null,
  repeat: (request: PendingRequest<Body>) => Promise<void>,
): PendingRequest<Body> | null {
  const all = requests.useStore((state) => state.requests);
  const request = address === null || all.length === 0 ? null : requests.find(address);
  const attempt = useEffectEvent(async () => {
    if (request !== null && document.visibilityState === 'visible') await repeat(request);
  });
  const requestId = request?.requestId ?? null;
  useEffect(() => {
    if (requestId === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    const goOn = async () => {
      await attempt();
      if (!over) timer = setTimeout(goOn, REPEAT_MS);
    };
    void goOn();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [requestId]);
  return request;
}
