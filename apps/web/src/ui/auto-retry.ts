import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { useEffect, useEffectEvent, useState } from 'react';

const RETRY_AFTER_MS = 10_000;

/** Temporary refusals: they concern the system, not the request. */
const PASSING_REFUSALS: readonly string[] = ['busy', 'maintenance', 'internal', 'too-many-requests'];

/**
 * Returns the milliseconds until a failed read is retried automatically, at least the delay that the server requests;
 * null for a refusal that a retry would only repeat.
 */
export function retryWait(error: unknown): number | null {
  if (!(error instanceof RefusalError)) return RETRY_AFTER_MS;
  if (!PASSING_REFUSALS.includes(error.error)) return null;
  return Math.max(RETRY_AFTER_MS, 1_000 * (Number(error.details['retryAfterSeconds']) || 0));
}

/** Retries automatically after a temporary failure. Returns the whole seconds until then, live; 0 without a retry. */
export function useAutoRetry(error: unknown, onRetry: () => void): number {
  const wait = retryWait(error);
  const [retryAt, setRetryAt] = useState(() => (wait === null ? null : performance.now() + wait));
  const retry = useEffectEvent(() => {
    // If the retry fails immediately, the next one has the same delay.
    setRetryAt(performance.now() + RETRY_AFTER_MS);
    onRetry();
  });
  useEffect(() => {
    if (retryAt === null) return undefined;
    const timer = setTimeout(retry, retryAt - performance.now());
    return () => clearTimeout(timer);
  }, [retryAt]);
  return useSecondsUntil(retryAt);
}

/**
 * Returns the whole seconds until a time on the clock of `performance.now()`, live; 0 once it has passed, or for null.
 */
export function useSecondsUntil(time: number | null): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (time === null) return undefined;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, [time]);
  return time === null ? 0 : Math.max(0, Math.ceil((time - now) / 1_000));
}
