import type { Endpoints } from '@city-mint/api-contract/endpoints';
import { decideAction } from '../actions/decide-action.ts';
import { type Refused, refuse } from '../operator-action.ts';
import { isOperator } from '../queries/operators.ts';
import { decideProposal, insertLog, lockProposal } from '../store.ts';
import { proposedAction } from '../stored-action.ts';
import { type ActingOperator, type ActionDone, inActionTransaction, type OperatorDeps } from './action-transaction.ts';

type ConfirmRefusal = Endpoints['POST /api/ops/proposals/confirm']['refusals'][number];
type RejectRefusal = Endpoints['POST /api/ops/proposals/reject']['refusals'][number];

/**
 * Applies what another operator proposed, decided again by the present state, once and before the proposal expires.
 * Returns the log entry, or why it is refused.
 */
export async function confirmProposal(
  { operatorDb, configured, planLimits }: OperatorDeps,
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
    const proposedBy = proposal.proposed_by;
    const order = { tx, operator, proposedBy, reason, configured, planLimits };
    const planned = await decideAction(proposedAction(proposal), order);
    if ('refusal' in planned) return planned;
    const refused = await planned.apply();
    if (refused !== undefined) return refused;
    await decideProposal(tx, { id: proposal.id, state: 'confirmed', operator });
    const { subject, before, after } = planned;
    const entry = { operator, proposedBy, action: proposal.action, subject, reason, requestId };
    return { state: 'done', logId: await insertLog(tx, { ...entry, before, after }), proposal: null };
  });
}

/**
 * Closes an open proposal, one's own or another's, without applying it. Returns the log entry, or why it is refused.
 */
export async function rejectProposal(
  { operatorDb }: OperatorDeps,
  { proposalId, by }: { readonly proposalId: bigint; readonly by: ActingOperator },
): Promise<ActionDone | Refused<RejectRefusal>> {
  return inActionTransaction<RejectRefusal>(operatorDb, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    if (proposal === undefined) return refuse('not-found', 'proposalId');
    if (proposal.state !== 'open') return refuse('proposal-decided', 'proposalId');
    await decideProposal(tx, { id: proposal.id, state: 'rejected', operator: by.operator });
    const entry = { ...by, proposedBy: null, action: `reject ${proposal.action}`, subject: proposal.subject };
    return { state: 'done', logId: await insertLog(tx, { ...entry, before: null, after: null }), proposal: null };
  });
}
