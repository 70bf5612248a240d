import { useEffect } from 'react';
import { create } from 'zustand';
import { useAttentionStore } from '#platform/attention-store.ts';
import { currentSession } from '#platform/session-store.ts';
import { endAwaiting } from './awaited-rounds.ts';
import type { SettlementMoment } from './settlement-moment.ts';

type MomentState = {
  /** Moments that the user has not seen yet, the oldest first. */
  readonly moments: readonly SettlementMoment[];
  /** Rounds whose moment a screen shows instead of the global sheet. */
  readonly shownBy: ReadonlyMap<string, number>;
};

export const useMomentStore = create<MomentState>(() => ({ moments: [], shownBy: new Map() }));

/** Adds a moment, unless the store already has it. */
export function addMoment(moment: SettlementMoment): void {
  useMomentStore.setState(({ moments }) =>
    moments.some(({ roundId }) => roundId === moment.roundId) ? {} : { moments: [...moments, moment] },
  );
  useAttentionStore.setState({ city: true });
}

/** Removes the moment of a round that the user has seen; neither this nor another tab shows it again. */
export function endMoment(roundId: string): void {
  recordSeen(roundId);
  useMomentStore.setState(({ moments }) => ({ moments: moments.filter((moment) => moment.roundId !== roundId) }));
  useAttentionStore.setState({ city: useMomentStore.getState().moments.length > 0 });
}

/** Records that the user sees a moment now, so that later visits do not show it. */
export function recordSeen(roundId: string): void {
  // All moments are of this account: another one clears them.
  const address = currentSession()?.address;
  if (address !== undefined) endAwaiting(address, roundId);
}

/** Removes all moments without showing them, because the account has changed. */
export function clearMoments(): void {
  useMomentStore.setState({ moments: [] });
  useAttentionStore.setState({ city: false });
}

/**
 * Returns the moment of a round, for a screen that shows it itself; while it is mounted, the global sheet skips this
 * round. Null while there is no moment.
 */
export function useMomentHere(roundId: string | null): SettlementMoment | null {
  useEffect(() => {
    if (roundId === null) return undefined;
    const change = (by: number) =>
      useMomentStore.setState(({ shownBy }) => ({
        shownBy: new Map(shownBy).set(roundId, (shownBy.get(roundId) ?? 0) + by),
      }));
    change(1);
    return () => change(-1);
  }, [roundId]);
  const moment = useMomentStore(({ moments }) => moments.find((candidate) => candidate.roundId === roundId) ?? null);
  useSeenMoment(moment);
  return moment;
}

/** Records that a moment is seen, once the page is visible; vibrates briefly if the device supports it. */
export function useSeenMoment(moment: SettlementMoment | null): void {
  const roundId = moment?.roundId;
  useEffect(() => {
    if (roundId === undefined) return undefined;
    const see = () => {
      if (document.visibilityState !== 'visible') return;
      recordSeen(roundId);
      // Browsers ignore vibration, with a warning, until the user has touched the page.
      if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive === true) navigator.vibrate(10);
      document.removeEventListener('visibilitychange', see);
    };
    document.addEventListener('visibilitychange', see);
    see();
    return () => document.removeEventListener('visibilitychange', see);
  }, [roundId]);
}
