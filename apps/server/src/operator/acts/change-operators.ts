import { addressInput } from '@city-mint/api-contract/wire';
import { z } from 'zod';
import { endOperatorSessions } from '#session/commands/end-operator-sessions.ts';
import { type Act, defineAct } from '../act.ts';
import { addAccount, isAddedOperator, removeAccount } from '../store.ts';

const params = z.strictObject({ address: addressInput });

/** Makes somebody an operator; it takes two. */
export const addOperator: Act = defineAct(params, async ({ tx, params: { address }, configured }) => {
  if (configured.includes(address) || (await isAddedOperator(tx, address))) {
    return { refusal: 'nothing-changes', details: { field: 'address' } };
  }
  return {
    subject: address,
    before: null,
    after: { operator: 'true' },
    loosens: true,
    async apply() {
      await addAccount(tx, address);
      return undefined;
    },
  };
});

/** Ends somebody's being an operator, and his sessions as one, at once. */
export const removeOperator: Act = defineAct(params, async ({ tx, params: { address } }) => {
  if (!(await isAddedOperator(tx, address))) return { refusal: 'operator-unknown', details: { field: 'address' } };
  return {
    subject: address,
    before: { operator: 'true' },
    after: null,
    loosens: false,
    async apply() {
      await removeAccount(tx, address);
      await endOperatorSessions(tx, address);
      return undefined;
    },
  };
});
