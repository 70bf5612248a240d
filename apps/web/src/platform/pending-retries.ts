import { create } from 'zustand';

/** The state of the attempts to send a pending request. */
export type RetryStatus = {
  readonly attempts: number;
  /** The server's text of the last refusal; null after a network error. */
  readonly text: string | null;
  /** Time of the next attempt, on the clock of `performance.now()`. */
  readonly retryAt: number;
};

/** By request id; a request has no entry during its first attempt. */
export const usePendingRetries = create<Readonly<Record<string, RetryStatus>>>(() => ({}));

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/** Returns the delay in milliseconds after this many attempts: doubled each time, and at least the server's. */
export function retryDelay(attempts: number, askedMs = 0): number {
  return Math.max(Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1), MAX_RETRY_MS), askedMs);
}

type FailedAttempt = {
  /** The server's text; null after a network error. */
  readonly text: string | null;
  /** The delay that the server requests. */
  readonly retryAfterMs: number;
};

/** Records an attempt after which the outcome is still unknown. */
export function recordAttempt(requestId: string, { text, retryAfterMs }: FailedAttempt): void {
  const attempts = (usePendingRetries.getState()[requestId]?.attempts ?? 0) + 1;
  const retryAt = performance.now() + retryDelay(attempts, retryAfterMs);
  usePendingRetries.setState({ [requestId]: { attempts, text, retryAt } });
}

/** Forgets the attempts of a request whose outcome is known. */
export function forgetAttempts(requestId: string): void {
  const { [requestId]: _attempts, ...others } = usePendingRetries.getState();
  usePendingRetries.setState(others, true);
}
