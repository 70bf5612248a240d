import { create } from 'zustand';
import { browserStorage } from './browser-storage.ts';
import { parseSession, type Session } from './parse-session.ts';

const KEY = 'fmc.session';

type SessionState = {
  readonly session: Session | null;
  /** The session last started or ended in another tab of this browser. */
  readonly changedElsewhere: boolean;
};

/** The session, persisted in local storage; null when signed out. */
export const useSessionStore = create<SessionState>(() => ({
  session: parseSession(browserStorage.getItem(KEY)),
  changedElsewhere: false,
}));

/** The session at this moment, or null when signed out. */
export function currentSession(): Session | null {
  return useSessionStore.getState().session;
}

/** Starts a session, in every tab of this browser. */
export function startSession(session: Session): void {
  browserStorage.setItem(KEY, JSON.stringify(session));
  useSessionStore.setState({ session, changedElsewhere: false });
}

/** Removes the session, in every tab of this browser. */
export function endSession(): void {
  browserStorage.removeItem(KEY);
  useSessionStore.setState({ session: null, changedElsewhere: false });
}

/** Follows sign-ins and sign-outs of other tabs. Call once at start. */
export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    // The key is null when another tab cleared the storage.
    if (event.key !== KEY && event.key !== null) return;
    useSessionStore.setState({ session: parseSession(browserStorage.getItem(KEY)), changedElsewhere: true });
  });
}
