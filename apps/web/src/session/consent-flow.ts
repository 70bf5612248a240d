import { commandApi } from '#platform/api.ts';
import { queryClient } from '#platform/query-client.ts';
import { currentSession, startSession } from '#platform/session-store.ts';
import { disclosureKeys } from './disclosure-queries.ts';

/** `changed`: another disclosure is in force, which the user has to read first. */
export type ConsentOutcome = 'accepted' | 'changed' | 'failed';

/** Accepts the disclosure with this hash for the signed-in user; returns the outcome and records it in the session. */
export async function acceptDisclosure(hash: string): Promise<ConsentOutcome> {
  const answer = await commandApi('POST /api/app/user/consent', { hash });
  if (answer === null) return 'failed';
  if (!answer.ok) {
    if (answer.error !== 'disclosure-changed') return 'failed';
    await queryClient.invalidateQueries({ queryKey: disclosureKeys.all });
    return 'changed';
  }
  const session = currentSession();
  if (session !== null) startSession({ ...session, user: { ...session.user, consentHash: answer.data.hash } });
  void queryClient.invalidateQueries({ queryKey: disclosureKeys.all });
  return 'accepted';
}
