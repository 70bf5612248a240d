import { isSameAddress } from '#platform/same-address.ts';
import { currentSession, startSession } from '#platform/session-store.ts';
import { forgetInviter } from './inviter-link.ts';

/** Stores an inviter bound since this session began in the session, and forgets the inviter link. */
export function adoptInviter(address: string, superior: string): void {
  const session = currentSession();
  if (session === null || !isSameAddress(session.address, address) || session.user.superior === superior) return;
  startSession({ ...session, user: { ...session.user, superior } });
  forgetInviter();
}
