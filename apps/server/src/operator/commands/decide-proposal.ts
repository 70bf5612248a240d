import type { Endpoints } from '@city-mint/api-contract/endpoints';
import { operatorActions, operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import { CONFIRMING_ROLE, hasRole } from '@city-mint/api-contract/operator/operator-roles';
import { signedAction } from '@city-mint/api-contract/operator/signed-action';
import type { Database } from '#platform/database/database.ts';
import { type Refused, refuse } from '../operator-action.ts';
import { findRole } from '../queries/operators.ts';
import { closeProposal, endProposals, insertLog, lockProposal, type ProposalRow } from '../store/actions.ts';
import { proposedAction } from '../stored-action.ts';
import { storedRefusals } from '../stored-request.ts';
import {
  type ActingOperator,
  type ActionDone,
  inActionTransaction,
  type OperatorDeps,
  performSigned,
  refusedBefore,
  type SignedRequest,
} from './action-transaction.ts';
import { planAction } from './plan-action.ts';

type ConfirmRefusal = Endpoints['POST /api/ops/proposals/confirm']['refusals'][number];
type RejectRefusal = Endpoints['POST /api/ops/proposals/reject']['refusals'][number];
type Confirming = {
  readonly tx: Database;
  readonly proposal: ProposalRow;
  readonly request: SignedRequest<ConfirmRefusal>;
};

/**
 * Applies another operator's proposal, once, before it expires and while its subject is unchanged since it was
 * proposed. Returns the log entry or the refusal; a changed subject closes the proposal.
 */
export async function confirmProposal(
  deps: OperatorDeps,
  { proposalId, by }: { readonly proposalId: bigint; readonly by: ActingOperator },
): Promise<ActionDone | Refused<ConfirmRefusal>> {
  return inActionTransaction<ActionDone | Refused<ConfirmRefusal>>(deps.operatorDb, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    if (proposal === undefined) return refuse('not-found', 'proposalId');
    const request = confirmationOf(deps, proposal, by);
    const again = await refusedBefore(tx, request);
    if (again !== undefined) return again;
    const over = await endOf(deps, tx, proposal);
    if (over !== undefined) return refuse(over, 'proposalId');
    if (proposal.proposed_by === by.operator) return refuse('second-operator-required', 'proposalId');
    const answer = await confirmed(deps, { tx, proposal, request });
    if ('refusal' in answer && answer.refusal === 'proposal-outdated') {
      await closeProposal(tx, { id: proposal.id, state: 'outdated', operator: null });
    }
    return answer;
  });
}

/** Why a proposal can no longer be confirmed by anyone; closes it if its proposer may no longer propose it. */
async function endOf(
  { configured }: OperatorDeps,
  tx: Database,
  proposal: NonNullable<Awaited<ReturnType<typeof lockProposal>>>,
): Promise<ConfirmRefusal | undefined> {
  if (proposal.state === 'outdated') return 'proposal-outdated';
  if (proposal.state === 'lapsed') return 'proposal-lapsed';
  if (proposal.state === 'expired') return 'proposal-expired';
  if (proposal.state !== 'open') return 'proposal-decided';
  if (proposal.expired) return 'proposal-expired';
  // The proposer's role was lowered or they were removed. Actions end their proposals directly, a changed configuration
  // takes effect here.
  const { role: needed } = operatorActions[proposedAction(proposal).key];
  const role = await findRole(tx, configured, proposal.proposed_by);
  if (role !== null && hasRole(role, needed)) return undefined;
  await closeProposal(tx, { id: proposal.id, state: 'lapsed', operator: null });
  return 'proposal-lapsed';
}

/** The request that an operator signs to confirm a proposal. */
function confirmationOf(
  { configured, chainId, vault }: OperatorDeps,
  proposal: ProposalRow,
  by: ActingOperator,
): SignedRequest<ConfirmRefusal> {
  const { operator, signature } = by;
  const { id, proposed_by: proposedBy, reason, action } = proposal;
  const confirms = { id: id.toString(), by: proposedBy, reason };
  return {
    ...{ by, configured, role: CONFIRMING_ROLE, refusals: storedRefusals.confirm },
    signed: signedAction(proposedAction(proposal), { chainId, vault, operator, ...signature }, confirms),
    logged: { action, proposal: { id, proposedBy } },
  };
}

async function confirmed(
  { configured, planLimits, runBy }: OperatorDeps,
  { tx, proposal, request }: Confirming,
): Promise<ActionDone | Refused<ConfirmRefusal>> {
  const { by, signed, logged } = request;
  const { operator, signature, callId } = by;
  return performSigned<ConfirmRefusal>(tx, request, async () => {
    if (signature.version !== proposal.version) return refuse('version-changed', 'version');
    // Participants read the proposer's reason; the log has the reason of the confirmation.
    const { proposed_by: proposedBy, reason } = proposal;
    const { requestId } = signature;
    const order = { tx, operator, proposedBy, reason, requestId, configured, planLimits, runBy };
    const planned = await planAction(proposedAction(proposal), order);
    if ('refusal' in planned) return planned;
    if (planned.version !== proposal.version) return refuse('proposal-outdated', 'proposalId');
    const notApplied = await planned.apply();
    if (notApplied !== undefined) return notApplied;
    const { subject, before, after } = planned;
    await closeProposal(tx, { id: proposal.id, state: 'confirmed', operator });
    await endProposals(tx, subject);
    const entry = { operator, callId, signature, signed, ...logged, subject, before, after };
    const logId = await insertLog(tx, entry);
    return { state: 'done', logId, proposal: null };
  });
}

/**
 * Closes an open proposal without applying it: the operator's own, or as an approver another's. Returns the log entry
 * or the refusal.
 */
export async function rejectProposal(
  { operatorDb, configured, chainId, vault }: OperatorDeps,
  { proposalId, by }: { readonly proposalId: bigint; readonly by: ActingOperator },
): Promise<ActionDone | Refused<RejectRefusal>> {
  const { operator, signature, callId } = by;
  return inActionTransaction<ActionDone | Refused<RejectRefusal>>(operatorDb, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    if (proposal === undefined) return refuse('not-found', 'proposalId');
    const fields = { proposalId: proposalId.toString() };
    const rejection = { key: 'POST /api/ops/proposals/reject', fields } as const;
    const signed = signedAction(rejection, { chainId, vault, operator, ...signature });
    const isOwn = proposal.proposed_by === operator;
    const logged = { action: `reject ${proposal.action}`, proposal: { id: proposal.id, proposedBy: null } };
    const request: SignedRequest<RejectRefusal> = {
      ...{ by, signed, configured, logged, refusals: storedRefusals.reject },
      role: isOwn ? operatorEndpoints[rejection.key].role : CONFIRMING_ROLE,
    };
    const again = await refusedBefore(tx, request);
    if (again !== undefined) return again;
    if (proposal.state !== 'open') return refuse('proposal-decided', 'proposalId');
    return performSigned<RejectRefusal>(tx, request, async () => {
      if (signature.version !== proposal.version) return refuse('version-changed', 'version');
      await closeProposal(tx, { id: proposal.id, state: 'rejected', operator });
      const entry = { operator, callId, signature, signed, ...logged, subject: proposal.subject };
      const logId = await insertLog(tx, { ...entry, before: null, after: null });
      return { state: 'done', logId, proposal: null };
    });
  });
}
