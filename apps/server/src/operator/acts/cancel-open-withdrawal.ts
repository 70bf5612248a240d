import { id } from '@city-mint/api-contract/wire';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { cancelVoucher } from '#assets/commands/cancel-voucher.ts';
import { findWithdrawalById } from '#assets/queries/find-withdrawal-by-id.ts';
import { type Act, defineAct } from '../act.ts';
import { storedId } from '../stored-id.ts';

const details = { field: 'withdrawalId' };
const notOpen = { refusal: 'withdrawal-not-open', details } as const;

/** Ends a withdrawal that is on its way out of the vault; one person may. */
export const cancelOpen: Act = defineAct(z.strictObject({ withdrawalId: id }), async ({ tx, params }) => {
  const key = storedId(params.withdrawalId);
  const found = await findWithdrawalById(tx, key);
  if (found === undefined) return { refusal: 'not-found', details };
  if (found.state !== 'approved' && found.state !== 'signed') return notOpen;
  if (found.cancelAskedAt !== null) return { refusal: 'nothing-changes', details };
  const amount = `${formatAmount(found.amount)} ${found.currency}`;
  return {
    subject: `withdrawal ${params.withdrawalId}`,
    before: { state: found.state, amount },
    after: {
      state: found.state === 'approved' ? 'returned' : 'no further voucher',
      amount,
      voucherId: found.voucherId,
    },
    loosens: false,
    async apply() {
      const wanted = found.state === 'approved' ? 'returned' : 'asked';
      return (await cancelVoucher(tx, key)) === wanted ? undefined : notOpen;
    },
  };
});
