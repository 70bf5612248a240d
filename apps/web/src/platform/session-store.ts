import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { createSessionStore } from '@city-mint/client/session-store.ts';
import { parseSession } from './parse-session.ts';

/** The participant's session, in every tab of this browser. */
export const { useSessionStore, currentSession, startSession, endSession, endExpiredSession, followOtherTabs } =
  createSessionStore({ key: 'fmc.session', storage: browserStorage, parse: parseSession });
