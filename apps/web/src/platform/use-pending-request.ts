import { useEffect, useEffectEvent } from 'react';
import type { PendingRequest, PendingRequests } from './pending-requests.ts';
import { retryDelay, usePendingRetries } from './pending-retries.ts';

/**
 * Returns the account's pending request, or null. While there is one and the page is visible, `retry` is called
 * repeatedly with increasing delays, until the request is removed.
 */
export function usePendingRequest<Body>(
  requests: PendingRequests<Body>,
  address: string | null,
  retry: (request: PendingRequest<Body>) => Promise<void>,
): PendingRequest<Body> | null {
  const request = requests.useStore(({ entries }) => entries.find((entry) => isOf(entry, address)) ?? null);
  useEffect(() => requests.followOtherTabs(), [requests]);
  const retryIfVisible = useEffectEvent(async () => {
    if (request !== null && document.visibilityState === 'visible') await retry(request);
  });
  const requestId = request?.requestId ?? null;
  useEffect(() => {
    if (requestId === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;
    const retryRepeatedly = async () => {
      await retryIfVisible();
      if (!isStopped) timer = setTimeout(retryRepeatedly, untilRetry(requestId));
    };
    // The first attempt is in flight, unless the request is from an earlier visit.
    void retryRepeatedly();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [requestId]);
  return request;
}

function isOf(entry: PendingRequest<unknown>, address: string | null): boolean {
  return address !== null && entry.address.toLowerCase() === address.toLowerCase();
}

function untilRetry(requestId: string): number {
  const retryAt = usePendingRetries.getState()[requestId]?.retryAt;
  return retryAt === undefined ? retryDelay(0) : Math.max(retryAt - performance.now(), 1_000);
}
