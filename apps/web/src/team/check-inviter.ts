import { checkRecipient, recipientFrom } from '#assets/withdraw/withdrawal.ts';

export type InviterProblem = 'missing' | 'format' | 'checksum' | 'own';

/** Returns an entered address without the white space between its groups. */
export const inviterFrom = recipientFrom;

/** Returns the problem of an entered inviter; null if only the server can check the rest. */
export function checkInviter(text: string, ownAddress: string): InviterProblem | null {
  const problem = checkRecipient(text);
  if (problem === 'missing' || problem === 'checksum') return problem;
  if (problem !== null) return 'format';
  return inviterFrom(text).toLowerCase() === ownAddress.toLowerCase() ? 'own' : null;
}
