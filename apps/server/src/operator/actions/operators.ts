import type { operatorAccountActions } from '@city-mint/api-contract/operator/access-endpoints';
import { endOperatorSessions } from '#session/commands/sessions.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';
import { isOperator, listOperators } from '../queries/operators.ts';
import { addAccount, removeAccount } from '../store/actions.ts';

/** With fewer than two nothing that takes two could ever be done again. */
const LEAST_OPERATORS = 2;

export const operatorAccountDefinitions: ActionDefinitions<keyof typeof operatorAccountActions> = {
  async 'POST /api/ops/operators/add'({ tx, fields: { address }, configured, refuse }) {
    if (await isOperator(tx, configured, address)) return refuse('nothing-changes', 'address');
    return change({
      subject: `operator ${address}`,
      before: { operator: 'false' },
      after: { operator: 'true' },
      loosens: true,
      async apply() {
        await addAccount(tx, address);
      },
    });
  },

  async 'POST /api/ops/operators/remove'({ tx, fields: { address }, configured, refuse }) {
    const operators = await listOperators(tx, configured);
    if (!operators.some((operator) => operator.address === address)) return refuse('unknown-operator', 'address');
    if (operators.length <= LEAST_OPERATORS) {
      return refuse('too-few-operators', { field: 'address', limit: String(LEAST_OPERATORS) });
    }
    return change({
      subject: `operator ${address}`,
      before: { operator: 'true' },
      after: { operator: 'false' },
      loosens: true,
      // Two removals that were proposed together must not leave one operator.
      basis: { operators: operators.map((operator) => operator.address).join(' ') },
      async apply() {
        await removeAccount(tx, address);
        await endOperatorSessions(tx, address);
      },
    });
  },
};
