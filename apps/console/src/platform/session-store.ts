import { create } from 'zustand';

/** The session of the signed-in operator, for this tab alone. */
export type Session = {
  readonly token: string;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  /** EIP-55. */
  readonly address: string;
  /** The name by which the wallet announced itself, to find it again after a reload. */
  readonly wallet: string;
};

const KEY = 'console.session';

/** `ended` says that the server ended the last session, so that the sign-in says why it is asked for again. */
export const useSession = create<{ readonly session: Session | null; readonly ended: boolean }>(() => ({
  session: readStored(),
  ended: false,
}));

/** Returns the open session, or null. */
export function currentSession(): Session | null {
  return useSession.getState().session;
}

/** Starts a session and keeps it until this tab is closed. */
export function startSession(session: Session): void {
  sessionStorage.setItem(KEY, JSON.stringify(session));
  useSession.setState({ session, ended: false });
}

/** Ends the session in this tab; `ended` where the server has ended it. */
export function endSession({ ended }: { readonly ended: boolean }): void {
  sessionStorage.removeItem(KEY);
  useSession.setState({ session: null, ended });
}

function readStored(): Session | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isSession(stored) && stored.expiresAt > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

function isSession(value: unknown): value is Session {
  const { token, expiresAt, address, wallet } = Object(value);
  return [token, address, wallet].every((text) => typeof text === 'string') && typeof expiresAt === 'number';
}
