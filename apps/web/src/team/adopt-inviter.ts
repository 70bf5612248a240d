import { currentSession, startSession } from '#platform/session-store.ts';
import { isSameAddress } from '#session/visitor-stage.ts';
import { forgetInviter } from './inviter-link.ts';

/** Has the session of this account know its inviter, who was bound since it began, and forgets the inviter link. */
export function adoptInviter(address: string, superior: string): void {
  const session = currentSession();
  if (session === null || !isSameAddress(session.address, address) || session.user.superior === superior) return;
  startSession({ ...session, user: { ...session.user, superior } });
  forgetInviter();
}
