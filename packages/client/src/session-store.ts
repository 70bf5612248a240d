import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { TextStorage } from './browser-storage.ts';

type SessionState<Session> = {
  readonly session: Session | null;
  /** What started or ended the last session: this tab, another tab of this browser, or the server. */
  readonly changedBy: 'thisTab' | 'otherTab' | 'server';
};

type SessionStore<Session> = {
  readonly useSessionStore: UseBoundStore<StoreApi<SessionState<Session>>>;
  /** Returns the open session; null when signed out. */
  readonly currentSession: () => Session | null;
  /** Starts a session and stores it. */
  readonly startSession: (session: Session) => void;
  /** Removes the session. */
  readonly endSession: () => void;
  /** Removes the session with this token, which the server has ended; returns false where another has begun since. */
  readonly endExpiredSession: (token: string | null) => boolean;
  /** Follows sign-ins and sign-outs of other tabs. Call once at start. */
  readonly followOtherTabs: () => void;
};

type SessionSettings<Session> = {
  readonly key: string;
  readonly storage: TextStorage;
  /** Returns the stored session; null where the text is missing or is no session. */
  readonly parse: (text: string | null) => Session | null;
};

/** Returns the store of a session, which `storage` keeps over reloads. */
export function createSessionStore<Session extends { readonly token: string }>(
  settings: SessionSettings<Session>,
): SessionStore<Session> {
  const { key, storage, parse } = settings;
  const readStored = () => parse(storage.getItem(key));
  const useSessionStore = create<SessionState<Session>>(() => ({ session: readStored(), changedBy: 'thisTab' }));
  const currentSession = () => useSessionStore.getState().session;
  const remove = (changedBy: 'thisTab' | 'server') => {
    storage.removeItem(key);
    useSessionStore.setState({ session: null, changedBy });
  };
  return {
    useSessionStore,
    currentSession,
    startSession(session) {
      storage.setItem(key, JSON.stringify(session));
      useSessionStore.setState({ session, changedBy: 'thisTab' });
    },
    endSession: () => remove('thisTab'),
    endExpiredSession(token) {
      if (token === null || currentSession()?.token !== token) return false;
      remove('server');
      return true;
    },
    followOtherTabs() {
      addEventListener('storage', (event) => {
        // The key is null when another tab cleared the storage.
        if (event.key !== key && event.key !== null) return;
        useSessionStore.setState({ session: readStored(), changedBy: 'otherTab' });
      });
    },
  };
}
