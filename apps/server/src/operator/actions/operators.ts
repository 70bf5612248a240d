import type { operatorAccountActions } from '@city-mint/api-contract/operator/access-endpoints';
import { endOperatorSessions } from '#session/commands/sessions.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';
import { addAccount, isAddedOperator, removeAccount } from '../store.ts';

export const operatorAccountDefinitions: ActionDefinitions<keyof typeof operatorAccountActions> = {
  async 'POST /api/ops/operators/add'({ tx, fields: { address }, configured, refuse }) {
    if (configured.includes(address) || (await isAddedOperator(tx, address))) {
      return refuse('nothing-changes', 'address');
    }
    return change({
      subject: address,
      before: null,
      after: { operator: 'true' },
      loosens: true,
      async apply() {
        await addAccount(tx, address);
      },
    });
  },

  async 'POST /api/ops/operators/remove'({ tx, fields: { address }, refuse }) {
    if (!(await isAddedOperator(tx, address))) return refuse('unknown-operator', 'address');
    return change({
      subject: address,
      before: { operator: 'true' },
      after: null,
      async apply() {
        await removeAccount(tx, address);
        await endOperatorSessions(tx, address);
      },
    });
  },
};
