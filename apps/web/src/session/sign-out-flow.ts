import { commandApi } from '#platform/api.ts';
import { currentSession, endSession } from '#platform/session-store.ts';
import { closePrompt } from './prompt-store.ts';

/** Ends the session here and at the server; the wallet stays connected. The page forgets it even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  if (currentSession() !== null) await commandApi('POST /api/app/user/logout', {});
  endSession();
  // Asking for a new login right after leaving would be a nuisance.
  closePrompt();
}
