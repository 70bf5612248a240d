import { decideAction } from '../actions/decide-action.ts';
import type { ActionRefusal, OperatorAction, Refused } from '../operator-action.ts';
import { insertLog, insertProposal } from '../store.ts';
import { actionName, storedFields } from '../stored-action.ts';
import { type ActingOperator, type ActionDone, inActionTransaction, type OperatorDeps } from './action-transaction.ts';

/**
 * Applies an operator action and adds it to the public log, in one transaction. An action that loosens something is
 * stored as a proposal instead. Returns the log entry, with the proposal if there is one, or why it is refused.
 */
export async function performAction(
  { operatorDb, configured, planLimits }: OperatorDeps,
  { action, by }: { readonly action: OperatorAction; readonly by: ActingOperator },
): Promise<ActionDone | Refused<ActionRefusal>> {
  return inActionTransaction<ActionRefusal>(operatorDb, async (tx) => {
    const { operator, reason, requestId } = by;
    const order = { tx, operator, proposedBy: null, reason, configured, planLimits };
    const planned = await decideAction(action, order);
    if ('refusal' in planned) return planned;
    const { subject, before, after } = planned;
    const name = actionName(action.key);
    const entry = { operator, proposedBy: null, subject, before, after, reason, requestId };
    if (planned.loosens) {
      const params = storedFields(action.fields);
      const { id, expires_at } = await insertProposal(tx, { action: name, subject, params, reason, operator });
      const logId = await insertLog(tx, { ...entry, action: `propose ${name}` });
      return { state: 'proposed', logId, proposal: { id, expiresAt: expires_at } };
    }
    const refused = await planned.apply();
    if (refused !== undefined) return refused;
    return { state: 'done', logId: await insertLog(tx, { ...entry, action: name }), proposal: null };
  });
}
