import { type Refused, refuse } from '../operator-action.ts';
import { decideProposal, insertLog, lockProposal } from '../store.ts';
import { type ActingOperator, type ActionDone, inActionTransaction, type OperatorDeps } from './action-transaction.ts';

/** Closes an open proposal, one's own or another's, without applying it. Returns the log entry, or why it is refused. */
export async function rejectProposal(
  { operatorDb }: OperatorDeps,
  { proposalId, by }: { readonly proposalId: bigint; readonly by: ActingOperator },
): Promise<ActionDone | Refused<'not-found' | 'proposal-decided'>> {
  return inActionTransaction<'not-found' | 'proposal-decided'>(operatorDb, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    if (proposal === undefined) return refuse('not-found', 'proposalId');
    if (proposal.state !== 'open') return refuse('proposal-decided', 'proposalId');
    await decideProposal(tx, { id: proposal.id, state: 'rejected', operator: by.operator });
    const entry = { ...by, proposedBy: null, action: `reject ${proposal.action}`, subject: proposal.subject };
    return { state: 'done', logId: await insertLog(tx, { ...entry, before: null, after: null }), proposal: null };
  });
}
