import { isAddress, isHex } from 'viem';
import type { ReplyOf } from '../endpoints.ts';
import { isSignedBy } from '../operator/signed-action.ts';

/** An entry of the public log of operator actions. */
export type OperatorLogEntry = ReplyOf<'GET /api/app/operatorLog'>['items'][number];

/**
 * Returns the fault of an entry of the operator log, or null when its operator signed exactly its content: action,
 * reason, version and proposal. Time, subject and the figures before and after are not signed; `version` stands for the
 * state that the action changed.
 */
export async function logEntryFault(entry: OperatorLogEntry): Promise<string | null> {
  const { operator, signed, signature } = entry;
  const { domain, message } = signed;
  if (domain.name !== 'City Mint operators' || domain.version !== '1') return 'what was signed is no operator action';
  if (!isAddress(operator) || !isHex(signature) || !(await isSignedBy(operator, signed, signature))) {
    return 'the operator did not sign it';
  }
  const shown = {
    operator,
    action: signedActionOf(entry.action),
    reason: entry.reason,
    version: entry.version,
    proposedBy: entry.proposedBy,
    proposalId: entry.proposalId,
  };
  // A proposal gets its id after it was signed; only who confirms or rejects it signs the id, and who proposed it.
  const optional = ['proposedBy', 'proposalId'];
  const differing = Object.entries(shown).find(([name, value]) =>
    message[name] === undefined && optional.includes(name) ? false : message[name] !== value,
  );
  return differing === undefined ? null : `another ${differing[0]} was signed`;
}

/** The action that an operator signs for an entry: that of a proposal, `proposals/reject` for a rejection. */
function signedActionOf(entryAction: string): string {
  const action = entryAction.replace(/^refuse /, '');
  return action.startsWith('reject ') ? 'proposals/reject' : action.replace(/^propose /, '');
}
