import { createBrowserStorage } from '@city-mint/client/browser-storage.ts';
import { createSessionStore } from '@city-mint/client/session-store.ts';

/** The session of the signed-in operator. */
export type Session = {
  readonly token: string;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  /** EIP-55. */
  readonly address: string;
  /** The name by which the wallet announced itself, to find it again after a reload. */
  readonly wallet: string;
};

/** The operator's session, in this tab only. */
export const { useSessionStore, currentSession, startSession, endSession, endExpiredSession } = createSessionStore({
  key: 'console.session',
  storage: createBrowserStorage(() => globalThis.sessionStorage),
  parse: parseSession,
});

function parseSession(text: string | null): Session | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return isSession(stored) && stored.expiresAt > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

function isSession(value: unknown): value is Session {
  const { token, expiresAt, address, wallet } = Object(value);
  return [token, address, wallet].every((text) => typeof text === 'string') && typeof expiresAt === 'number';
}
