import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { useEffect, useEffectEvent, useState } from 'react';

const RETRY_AFTER_MS = 10_000;

/** Refusals that pass: of the system as a whole, not of what was asked for. */
const PASSING_REFUSALS: readonly string[] = ['busy', 'maintenance', 'internal', 'too-many-requests'];

/**
 * Returns after how many milliseconds a read that failed is tried again by itself, at least as long as the server asks
 * to wait; null for a refusal that would only be repeated.
 */
export function retryWait(error: unknown): number | null {
  if (!(error instanceof RefusalError)) return RETRY_AFTER_MS;
  if (!PASSING_REFUSALS.includes(error.error)) return null;
  return Math.max(RETRY_AFTER_MS, 1_000 * (Number(error.details['retryAfterSeconds']) || 0));
}

/** Tries again by itself after a failure that passes. Returns the whole seconds until then, live; 0 if it does not. */
export function useAutoRetry(error: unknown, onRetry: () => void): number {
  const wait = retryWait(error);
  const [retryAt, setRetryAt] = useState(() => (wait === null ? null : performance.now() + wait));
  const retry = useEffectEvent(() => {
    // Where it fails again at once, the next attempt is as far away.
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

/** Returns the whole seconds until a time on the clock of `performance.now()`, live; 0 when it is over or none. */
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
