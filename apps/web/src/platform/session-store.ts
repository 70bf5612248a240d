import { create } from 'zustand';
import { browserStorage } from './browser-storage.ts';
import { parseSession, type Session } from './parse-session.ts';

const KEY = 'fmc.session';

type SessionState = { readonly session: Session | null };

/** The session, kept in local storage; null = logged out. */
export const useSessionStore = create<SessionState>(() => ({
  session: parseSession(browserStorage.getItem(KEY), Date.now()),
}));

export function currentSession(): Session | null {
  return useSessionStore.getState().session;
}

export function startSession(session: Session): void {
  browserStorage.setItem(KEY, JSON.stringify(session));
  useSessionStore.setState({ session });
}

/** Forgets token, user and address, in every tab of this browser. */
export function endSession(): void {
  browserStorage.removeItem(KEY);
  useSessionStore.setState({ session: null });
}

/** Follows other tabs: one that logs out, or in, does so for all. Call once at start. */
export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    // `key` null: another tab cleared everything.
    if (event.key !== KEY && event.key !== null) return;
    useSessionStore.setState({ session: parseSession(browserStorage.getItem(KEY), Date.now()) });
  });
}
