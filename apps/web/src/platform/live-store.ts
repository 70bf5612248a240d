import { create } from 'zustand';

/** Whether the stream of live events is open: what it carries is then not polled. */
export const useLiveStore = create<{ readonly isLive: boolean }>(() => ({ isLive: false }));

/** Returns the interval at which a query polls what live events carry: these milliseconds, or false while they come. */
export function pollWhileDown(intervalMs: number): number | false {
  return useLiveStore.getState().isLive ? false : intervalMs;
}
