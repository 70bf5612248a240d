import { checkRecipient, recipientFrom } from '#assets/withdraw/withdrawal.ts';

export type InviterProblem = 'missing' | 'format' | 'checksum' | 'own';

/** Returns an entered address without the white space between its groups. */
export const inviterFrom = recipientFrom;

/** Returns what is wrong with an entered inviter; null when the server has to say the rest. */
export function checkInviter(text: string, ownAddress: string): InviterProblem | null {
  const problem = checkRecipient(text);
  if (problem === 'missing' || problem === 'checksum') return problem;
  if (problem !== null) return 'format';
  return inviterFrom(text).toLowerCase() === ownAddress.toLowerCase() ? 'own' : null;
}
