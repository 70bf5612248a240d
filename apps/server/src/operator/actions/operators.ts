import type { operatorAccountActions } from '@city-mint/api-contract/operator/access-endpoints';
import { actionsOf } from '@city-mint/api-contract/operator/endpoints';
import { CONFIRMING_ROLE, type OperatorRole } from '@city-mint/api-contract/operator/operator-roles';
import { endOperatorSessions } from '#session/commands/sessions.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';
import { findRole, listOperators, type Operator } from '../queries/operators.ts';
import { addAccount, lapseProposals, removeAccount, setAccountRole } from '../store/actions.ts';

/** With fewer than two approvers no action that requires two could ever be done again. */
const LEAST_APPROVERS = 2;
const TOO_FEW = { field: 'address', limit: String(LEAST_APPROVERS) } as const;

export const operatorAccountDefinitions: ActionDefinitions<keyof typeof operatorAccountActions> = {
  async 'POST /api/ops/operators/add'({ tx, fields: { address, role }, configured, refuse }) {
    if ((await findRole(tx, configured, address)) !== null) return refuse('operator-exists', 'address');
    return change({
      subject: `operator ${address}`,
      before: { role: null },
      after: { role },
      loosens: true,
      async apply() {
        await addAccount(tx, { address, role });
      },
    });
  },

  async 'POST /api/ops/operators/role'({ tx, fields: { address, role }, configured, refuse }) {
    const operators = await listOperators(tx, configured);
    const current = operators.find((operator) => operator.address === address);
    if (current === undefined) return refuse('unknown-operator', 'address');
    if (current.role === role) return refuse('nothing-changes', 'role');
    if (isLastApprover(operators, current)) return refuse('too-few-approvers', TOO_FEW);
    return change({
      ...{ subject: `operator ${address}` as const, before: { role: current.role }, after: { role }, loosens: true },
      ...basedOnApprovers(operators, current),
      async apply() {
        await setAccountRole(tx, { address, role });
        await lapseProposals(tx, { operator: address, mayPropose: actionsOf(role) });
      },
    });
  },

  async 'POST /api/ops/operators/remove'({ tx, fields: { address }, configured, refuse }) {
    const operators = await listOperators(tx, configured);
    const current = operators.find((operator) => operator.address === address);
    if (current === undefined) return refuse('unknown-operator', 'address');
    if (isLastApprover(operators, current)) return refuse('too-few-approvers', TOO_FEW);
    const { role } = current;
    return change({
      ...{ subject: `operator ${address}` as const, before: { role }, after: { role: null }, loosens: true },
      ...basedOnApprovers(operators, current),
      async apply() {
        await removeAccount(tx, { address, role });
        await lapseProposals(tx, { operator: address, mayPropose: [] });
        await endOperatorSessions(tx, address);
      },
    });
  },
};

const isApprover = ({ role }: { readonly role: OperatorRole }) => role === CONFIRMING_ROLE;

/** Whether too few approvers would remain without this one. */
function isLastApprover(operators: readonly Operator[], current: Operator): boolean {
  return isApprover(current) && operators.filter(isApprover).length <= LEAST_APPROVERS;
}

/**
 * Changes that remove an approver are based on the list of approvers: two of them, proposed together, must not leave
 * only one approver.
 */
function basedOnApprovers(operators: readonly Operator[], current: Operator) {
  if (!isApprover(current)) return {};
  const approvers = operators.filter(isApprover).map(({ address }) => address);
  return { basis: { approvers: approvers.join(' ') } };
}
