import type { Endpoints } from '@city-mint/api-contract/endpoints';
import { signedAction } from '@city-mint/api-contract/operator/signed-action';
import type { Database } from '#platform/database/database.ts';
import { type Refused, refuse } from '../operator-action.ts';
import { isOperator } from '../queries/operators.ts';
import { closeProposal, endProposals, insertLog, lockProposal, type ProposalRow } from '../store/actions.ts';
import { proposedAction } from '../stored-action.ts';
import {
  type ActingOperator,
  type ActionDone,
  inActionTransaction,
  type OperatorDeps,
  undoneIfRefused,
  useSignature,
} from './action-transaction.ts';
import { planAction } from './plan-action.ts';

type ConfirmRefusal = Endpoints['POST /api/ops/proposals/confirm']['refusals'][number];
type RejectRefusal = Endpoints['POST /api/ops/proposals/reject']['refusals'][number];
type Confirming = { readonly tx: Database; readonly proposal: ProposalRow; readonly by: ActingOperator };

/**
 * Applies what another operator proposed, once, before the proposal expires and while what it changes is as it was when
 * it was proposed. Returns the log entry, or why it is refused; a proposal whose subject has changed ends.
 */
export async function confirmProposal(
  deps: OperatorDeps,
  { proposalId, by }: { readonly proposalId: bigint; readonly by: ActingOperator },
): Promise<ActionDone | Refused<ConfirmRefusal>> {
  return inActionTransaction<ActionDone | Refused<ConfirmRefusal>>(deps.operatorDb, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    if (proposal === undefined) return refuse('not-found', 'proposalId');
    if (proposal.state === 'outdated') return refuse('proposal-outdated', 'proposalId');
    if (proposal.state !== 'open') return refuse('proposal-decided', 'proposalId');
    // Proposals of an operator who was removed end with their rights.
    const isProposerRemoved = !(await isOperator(tx, deps.configured, proposal.proposed_by));
    if (proposal.expired || isProposerRemoved) return refuse('proposal-expired', 'proposalId');
    if (proposal.proposed_by === by.operator) return refuse('second-operator-required', 'proposalId');
    const answer = await confirmed(deps, { tx, proposal, by });
    if ('refusal' in answer && answer.refusal === 'proposal-outdated') {
      await closeProposal(tx, { id: proposal.id, state: 'outdated', operator: null });
    }
    return answer;
  });
}

async function confirmed(
  { configured, planLimits, chainId }: OperatorDeps,
  { tx, proposal, by }: Confirming,
): Promise<ActionDone | Refused<ConfirmRefusal>> {
  const { operator, signature, callId } = by;
  const action = proposedAction(proposal);
  const confirms = { id: proposal.id.toString(), by: proposal.proposed_by, reason: proposal.reason };
  const signed = signedAction(action, { chainId, operator, ...signature }, confirms);
  const refused = await useSignature(tx, { by, signed, configured });
  if (refused !== undefined) return refused;
  if (signature.version !== proposal.version) return refuse('version-changed', 'version');
  return undoneIfRefused<ActionDone | Refused<ConfirmRefusal>>(tx, async () => {
    const order = { tx, operator, proposedBy: proposal.proposed_by, reason: signature.reason, configured, planLimits };
    const planned = await planAction(action, order);
    if ('refusal' in planned) return planned;
    if (planned.version !== proposal.version) return refuse('proposal-outdated', 'proposalId');
    const notApplied = await planned.apply();
    if (notApplied !== undefined) return notApplied;
    const { subject, before, after } = planned;
    await closeProposal(tx, { id: proposal.id, state: 'confirmed', operator });
    await endProposals(tx, subject);
    const entry = { operator, callId, signature, signed, action: proposal.action, subject, before, after };
    const logId = await insertLog(tx, { ...entry, proposal: { id: proposal.id, proposedBy: proposal.proposed_by } });
    return { state: 'done', logId, proposal: null };
  });
}

/**
 * Closes an open proposal, one's own or another's, without applying it. Returns the log entry, or why it is refused.
 */
export async function rejectProposal(
  { operatorDb, configured, chainId }: OperatorDeps,
  { proposalId, by }: { readonly proposalId: bigint; readonly by: ActingOperator },
): Promise<ActionDone | Refused<RejectRefusal>> {
  const { operator, signature, callId } = by;
  return inActionTransaction<ActionDone | Refused<RejectRefusal>>(operatorDb, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    if (proposal === undefined) return refuse('not-found', 'proposalId');
    if (proposal.state !== 'open') return refuse('proposal-decided', 'proposalId');
    const fields = { proposalId: proposalId.toString() };
    const rejection = { key: 'POST /api/ops/proposals/reject', fields } as const;
    const signed = signedAction(rejection, { chainId, operator, ...signature });
    const refused = await useSignature(tx, { by, signed, configured });
    if (refused !== undefined) return refused;
    if (signature.version !== proposal.version) return refuse('version-changed', 'version');
    await closeProposal(tx, { id: proposal.id, state: 'rejected', operator });
    const { subject, id } = proposal;
    const entry = { operator, callId, signature, signed, action: `reject ${proposal.action}`, subject };
    const logId = await insertLog(tx, { ...entry, proposal: { id, proposedBy: null }, before: null, after: null });
    return { state: 'done', logId, proposal: null };
  });
}
