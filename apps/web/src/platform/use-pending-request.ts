import { useEffect, useEffectEvent } from 'react';
import type { PendingRequest, PendingRequests } from './pending-requests.ts';

const RETRY_MS = 5_000;

/**
 * Returns the account's pending request, or null. While there is one and the page is visible, `retry` is called every
 * few seconds until the request is removed.
 */
export function usePendingRequest<Body>(
  requests: PendingRequests<Body>,
  address: string | null,
  retry: (request: PendingRequest<Body>) => Promise<void>,
): PendingRequest<Body> | null {
  const allRequests = requests.useStore((state) => state.requests);
  const request = address === null || allRequests.length === 0 ? null : requests.find(address);
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
      if (!isStopped) timer = setTimeout(retryRepeatedly, RETRY_MS);
    };
    void retryRepeatedly();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [requestId]);
  return request;
}
