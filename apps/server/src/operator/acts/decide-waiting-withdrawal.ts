import { id } from '@city-mint/api-contract/wire';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { approveWithdrawal } from '#assets/commands/approve-withdrawal.ts';
import { rejectWithdrawal } from '#assets/commands/reject-withdrawal.ts';
import { findWithdrawalById } from '#assets/queries/find-withdrawal-by-id.ts';
import { type Act, type ActOrder, type ActRefused, defineAct, type PreparedAct } from '../act.ts';

const params = z.strictObject({ withdrawalId: id });

/** Lets a waiting withdrawal go; who asked for it and who approves it are two people. */
export const approveWaiting: Act = defineAct(params, (order) => prepare(order, 'approved'));

/** Gives back what a waiting withdrawal had frozen. */
export const rejectWaiting: Act = defineAct(params, (order) => prepare(order, 'returned'));

async function prepare(
  { tx, params: { withdrawalId }, operator }: ActOrder<z.output<typeof params>>,
  to: 'approved' | 'returned',
): Promise<PreparedAct | ActRefused> {
  const key = BigInt(withdrawalId);
  const found = await findWithdrawalById(tx, key);
  const notWaiting = { refusal: 'not-waiting', details: { field: 'withdrawalId' } } as const;
  if (found === undefined) return { refusal: 'not-found', details: { field: 'withdrawalId' } };
  if (found.state !== 'requested') return notWaiting;
  const isOwn = [found.account, found.to].includes(operator);
  if (to === 'approved' && isOwn) return { refusal: 'own-withdrawal', details: { field: 'withdrawalId' } };
  return {
    subject: `withdrawal ${withdrawalId}`,
    before: { state: found.state, amount: `${formatAmount(found.amount)} ${found.currency}` },
    after: { state: to, amount: `${formatAmount(found.amount)} ${found.currency}` },
    loosens: false,
    async apply() {
      const isDone = to === 'approved' ? await approveWithdrawal(tx, key) : await rejectWithdrawal(tx, key);
      return isDone ? undefined : notWaiting;
    },
  };
}
