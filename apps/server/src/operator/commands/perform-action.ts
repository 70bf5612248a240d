import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName, PREVIEWED, UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { signedAction } from '@city-mint/api-contract/operator/signed-action';
import type { Database } from '#platform/database/database.ts';
import { type ActionRefusal, type OperatorAction, type Refused, refuse } from '../operator-action.ts';
import { endProposals, insertLog, insertProposal } from '../store/actions.ts';
import { storedFields } from '../stored-action.ts';
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
import { type PlannedAction, tryAction } from './plan-action.ts';

/**
 * Applies a signed operator action and adds it to the public log, in one transaction. Stores an action that loosens a
 * restriction as a proposal instead. Returns the log entry, with the proposal if there is one, or the refusal.
 */
export async function performAction(
  { operatorDb, configured, planLimits, runBy, chainId, vault }: OperatorDeps,
  { action, by }: { readonly action: OperatorAction; readonly by: ActingOperator },
): Promise<ActionDone | Refused<ActionRefusal>> {
  const { operator, callId, signature } = by;
  const signed = signedAction(action, { chainId, vault, operator, ...signature });
  const entry = { operator, callId, signature, signed, action: actionName(action.key) };
  const { role } = operatorActions[action.key];
  const logged = { action: entry.action, proposal: null };
  const request: SignedRequest<ActionRefusal> = { by, signed, configured, role, logged, refusals: storedRefusals.act };
  return inActionTransaction(operatorDb, async (tx) => {
    const again = await refusedBefore(tx, request);
    if (again !== undefined) return again;
    return performSigned<ActionRefusal>(tx, request, async () => {
      const { reason, requestId } = signature;
      const order = { tx, operator, proposedBy: null, reason, requestId, configured, planLimits, runBy };
      const planned = await tryAction(action, order);
      if ('refusal' in planned) return planned;
      if (planned.version !== signature.version) return refuse('version-changed', 'version');
      if (planned.loosens) return propose(tx, { planned, entry, fields: action.fields });
      const notApplied = await planned.apply();
      if (notApplied !== undefined) return notApplied;
      const { subject, before, after } = planned;
      await endProposals(tx, subject);
      const logId = await insertLog(tx, { ...entry, proposal: null, subject, before, after });
      return { state: 'done', logId, proposal: null };
    });
  });
}

/** Returns the change that an action would make now and the version to sign, or the refusal. Changes nothing. */
export async function previewAction(
  { operatorDb, configured, planLimits, runBy }: OperatorDeps,
  { action, operator }: { readonly action: OperatorAction; readonly operator: string },
): Promise<PlannedAction | Refused<ActionRefusal>> {
  const { requestId } = UNSIGNED;
  const order = { operator, proposedBy: null, reason: PREVIEWED, requestId, configured, planLimits, runBy };
  return inActionTransaction(operatorDb, (tx) => tryAction(action, { tx, ...order }));
}

type Proposing = {
  readonly planned: PlannedAction;
  readonly entry: Omit<Parameters<typeof insertLog>[1], 'proposal' | 'subject' | 'before' | 'after'>;
  readonly fields: object;
};

async function propose(tx: Database, { planned, entry, fields }: Proposing): Promise<ActionDone> {
  const { subject, before, after, version } = planned;
  const { action, operator, signature } = entry;
  const params = storedFields(fields);
  const proposed = { action, subject, params, before, after, version, reason: signature.reason, operator };
  const { id, expires_at } = await insertProposal(tx, proposed);
  const logged = { ...entry, action: `propose ${action}`, subject, before, after };
  const logId = await insertLog(tx, { ...logged, proposal: { id, proposedBy: null } });
  return { state: 'proposed', logId, proposal: { id, expiresAt: expires_at } };
}
