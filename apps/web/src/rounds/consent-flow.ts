import { commandApi } from '#platform/api.ts';
import { queryClient } from '#platform/query-client.ts';
import { currentSession, startSession } from '#platform/session-store.ts';

/** Accepts the disclosure of this hash for the logged-in user. False: not accepted; `changed` when there is a newer one to read first. */
export async function acceptDisclosure(hash: string): Promise<'accepted' | 'changed' | 'failed'> {
  const answer = await commandApi('POST /api/app/user/consent', { hash });
  if (answer === null) return 'failed';
  if (!answer.ok) {
    if (answer.error !== 'disclosure-changed') return 'failed';
    await queryClient.invalidateQueries({ queryKey: ['disclosure'] });
    return 'changed';
  }
  const session = currentSession();
  if (session !== null) startSession({ ...session, user: { ...session.user, consentHash: answer.data.hash } });
  return 'accepted';
}
