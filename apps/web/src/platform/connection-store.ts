import { create } from 'zustand';

type ConnectionState = {
  /** The device is offline, or several calls in a row got no reply. */
  readonly isDown: boolean;
  /** Time of the API's last reply, in UTC milliseconds of the device; null before the first one. */
  readonly lastAnswerAt: number | null;
  /** A server serves another release than the open page. */
  readonly isReplaced?: boolean;
};

export const useConnectionStore = create<ConnectionState>(() => ({ isDown: false, lastAnswerAt: null }));

/** A single call can fail by chance and is retried; a second failure counts as an outage. */
const FAILURES_UNTIL_DOWN = 2;
let failuresInARow = 0;

/** Records a reply of the API, of any status. */
export function recordAnswer(): void {
  failuresInARow = 0;
  // A reply that was already in flight when the device went offline does not mean that the network is back.
  useConnectionStore.setState({ isDown: isOffline(), lastAnswerAt: Date.now() });
}

/** Returns whether the device itself has no network, as far as the browser knows. */
export function isOffline(): boolean {
  return typeof navigator === 'object' && navigator.onLine === false;
}

/** Records a call without a reply. */
export function recordNoAnswer(): void {
  failuresInARow += 1;
  if (failuresInARow >= FAILURES_UNTIL_DOWN) useConnectionStore.setState({ isDown: true });
}

/** Follows the browser's online and offline events. Call once at start. */
export function followNetwork(): void {
  addEventListener('offline', () => useConnectionStore.setState({ isDown: true }));
  // The next reply tells whether the API is reachable again.
}
