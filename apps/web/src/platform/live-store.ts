import { create } from 'zustand';

/** Whether the stream of live events is open: queries that it updates are then not polled. */
export const useLiveStore = create<{ readonly isLive: boolean }>(() => ({ isLive: false }));

/**
 * Returns the polling interval of a query that live events update: these milliseconds, or false while the stream is
 * open.
 */
export function pollWhileDown(intervalMs: number): number | false {
  return useLiveStore.getState().isLive ? false : intervalMs;
}
