import { commandApi } from '#platform/api.ts';
import { currentSession, endSession } from '#platform/session-store.ts';
import { forgetOtherRecipients } from '#recipients/saved-recipients.ts';
import { closePrompt } from './prompt-store.ts';

/**
 * Ends the session on the server and here, here even if the server is unreachable: the call takes its token as it is
 * sent, so that no figure of the account stays on the device while the answer is awaited. The wallet stays connected.
 */
export async function signOut(): Promise<void> {
  const ended = currentSession() === null ? null : commandApi('POST /api/app/user/logout', {});
  endSession();
  forgetOtherRecipients(null);
  // The end of a session opens the sign-in prompt, which is unwanted right after signing out.
  closePrompt();
  await ended;
}
