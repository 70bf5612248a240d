import { decideAction } from '../actions/decide-action.ts';
import { type ActionRefusal, type Refused, refuse } from '../operator-action.ts';
import { isOperator } from '../queries/is-operator.ts';
import { decideProposal, insertLog, lockProposal } from '../store.ts';
import { proposedAction } from '../stored-action.ts';
import { type ActingOperator, type ActionDone, inActionTransaction, type OperatorDeps } from './action-transaction.ts';

type ConfirmRefusal =
  | 'not-found'
  | 'proposal-decided'
  | 'proposal-expired'
  | 'second-operator-required'
  | ActionRefusal;

/**
 * Applies what another operator proposed, decided again by the present state, once and before the proposal expires.
 * Returns the log entry, or why it is refused.
 */
export async function confirmProposal(
  { operatorDb, configured }: OperatorDeps,
  { proposalId, by }: { readonly proposalId: bigint; readonly by: ActingOperator },
): Promise<ActionDone | Refused<ConfirmRefusal>> {
  return inActionTransaction<ConfirmRefusal>(operatorDb, async (tx) => {
    const { operator, reason, requestId } = by;
    const proposal = await lockProposal(tx, proposalId);
    if (proposal === undefined) return refuse('not-found', 'proposalId');
    if (proposal.state !== 'open') return refuse('proposal-decided', 'proposalId');
    // Proposals of an operator who was removed end with their rights.
    const isProposerRemoved = !(await isOperator(tx, configured, proposal.proposed_by));
    if (proposal.expired || isProposerRemoved) return refuse('proposal-expired', 'proposalId');
    if (proposal.proposed_by === operator) return refuse('second-operator-required', 'proposalId');
    const planned = await decideAction(proposedAction(proposal), { tx, operator, reason, configured });
    if ('refusal' in planned) return planned;
    const refused = await planned.apply();
    if (refused !== undefined) return refused;
    await decideProposal(tx, { id: proposal.id, state: 'confirmed', operator });
    const { subject, before, after } = planned;
    const entry = { operator, proposedBy: proposal.proposed_by, action: proposal.action, subject, reason, requestId };
    return { state: 'done', logId: await insertLog(tx, { ...entry, before, after }), proposal: null };
  });
}
