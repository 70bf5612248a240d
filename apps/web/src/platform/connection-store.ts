import { create } from 'zustand';

type ConnectionState = {
  /** The device is offline, or several calls in a row had no answer. */
  readonly isDown: boolean;
  /** When the API answered last, in UTC milliseconds of the device; null before its first answer. */
  readonly lastAnswerAt: number | null;
};

export const useConnectionStore = create<ConnectionState>(() => ({ isDown: false, lastAnswerAt: null }));

/** One call can fail by chance, and is repeated; a second one is no chance. */
const FAILURES_UNTIL_DOWN = 2;
let failuresInARow = 0;

/** Records that the API answered, whatever it answered. */
export function recordAnswer(): void {
  failuresInARow = 0;
  // An answer that was under way when the network went does not bring it back.
  const isOffline = typeof navigator === 'object' && navigator.onLine === false;
  useConnectionStore.setState({ isDown: isOffline, lastAnswerAt: Date.now() });
}

/** Records a call without an answer. */
export function recordNoAnswer(): void {
  failuresInARow += 1;
  if (failuresInARow >= FAILURES_UNTIL_DOWN) useConnectionStore.setState({ isDown: true });
}

/** Follows what the browser knows of its network. Call once at start. */
export function followNetwork(): void {
  addEventListener('offline', () => useConnectionStore.setState({ isDown: true }));
  // The next answer says whether the API can be reached again.
}
