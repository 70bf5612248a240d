import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { SHARED_AGE_MS } from '@city-mint/api-contract/shared-age';
import type { QueryKey } from '@tanstack/react-query';
import { areNotificationsOn } from '#notifications/device-notifications.ts';
import { reportExpiredSession } from '#platform/api.ts';
import { buildSettings } from '#platform/build-settings.ts';
import { createEventReader } from '#platform/event-reader.ts';
import type { StreamEvent } from '#platform/event-stream.ts';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { useLiveStore } from '#platform/live-store.ts';
import { queryClient } from '#platform/query-client.ts';
import { currentSession, useSessionStore } from '#platform/session-store.ts';
import { applyEvent, POLLED_KEYS } from './apply-event.ts';
import { createRefresher } from './refresh-later.ts';
import { createRoundFigures } from './round-figures.ts';

/** A page that has been hidden for this long closes its connection, unless it shows notifications of settlements. */
const HIDDEN_MS = 60_000;

/**
 * Reads the live events while the page is visible, with the session's token if there is one. Updates queries with the
 * figures of the events and invalidates others that changed. Call once.
 */
export function followLiveEvents(): void {
  let token = currentSession()?.token ?? null;
  const figures = createRoundFigures(queryClient);
  const invalidate = (queryKey: QueryKey) => void queryClient.invalidateQueries({ queryKey });
  const refreshSoon = createRefresher({ afterMs: 0, invalidate });
  const refreshShared = createRefresher({ afterMs: SHARED_AGE_MS, invalidate });
  const begin = () => {
    const ownToken = token;
    const logOut = () => reportExpiredSession(ownToken);
    return createEventReader({
      open: (lastEventId, signal) =>
        fetch(buildSettings.apiBase + EVENTS_PATH, {
          headers: {
            lang: useLanguageStore.getState().language,
            ...(ownToken === null ? {} : { Authorization: ownToken }),
            ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }),
          },
          cache: 'no-store',
          signal,
        }),
      onEvent: (event: StreamEvent) => {
        const effect = applyEvent(figures, event);
        refreshSoon(effect.stale);
        refreshShared(effect.staleShared);
        if (effect.loggedOut) logOut();
      },
      onLive(isLive) {
        if (useLiveStore.getState().isLive === isLive) return;
        useLiveStore.setState({ isLive });
        // Queries choose their polling interval after each reply, so fetch them now.
        for (const queryKey of POLLED_KEYS) void queryClient.invalidateQueries({ queryKey });
      },
      onLoggedOut: logOut,
    });
  };
  let reader = begin();
  const restart = () => {
    reader.stop();
    reader = begin();
    if (document.visibilityState === 'visible') reader.start();
  };
  useSessionStore.subscribe(({ session }) => {
    if ((session?.token ?? null) === token) return;
    token = session?.token ?? null;
    restart();
  });
  const stopUnlessNeeded = () => {
    if (token === null || !areNotificationsOn()) reader.stop();
  };
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === 'visible') reader.start();
    else hiddenTimer = setTimeout(stopUnlessNeeded, HIDDEN_MS);
  });
  addEventListener('online', () => reader.retryNow());
  // A page in the browser's back/forward cache must have no open connection.
  addEventListener('pagehide', () => reader.stop());
  addEventListener('pageshow', () => reader.start());
  if (document.visibilityState === 'visible') reader.start();
}
