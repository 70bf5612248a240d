import type { withdrawalActions } from '@city-mint/api-contract/operator/withdrawal-endpoints';
import { REJECTIONS_BY_ONE } from '@city-mint/domain/assets/decide-withdrawal';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import {
  approveWithdrawal,
  cancelWithdrawal,
  rejectWithdrawal,
} from '#assets/withdrawals/commands/review-withdrawal.ts';
import { findWithdrawalById } from '#assets/withdrawals/queries/withdrawals.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';
import { storedId } from '../wire.ts';

export const withdrawalDefinitions: ActionDefinitions<keyof typeof withdrawalActions> = {
  async 'POST /api/ops/withdrawals/approve'({ tx, fields, operator, proposedBy, refuse }) {
    const withdrawalId = storedId(fields.withdrawalId);
    const withdrawal = await findWithdrawalById(tx, withdrawalId);
    if (withdrawal === undefined) return refuse('not-found', 'withdrawalId');
    if (withdrawal.state !== 'requested') return refuse('not-waiting', 'withdrawalId');
    if ([withdrawal.account, withdrawal.to].includes(operator)) return refuse('own-withdrawal', 'withdrawalId');
    const amount = `${formatAmount(withdrawal.amount)} ${withdrawal.currency}`;
    return change({
      subject: `withdrawal ${fields.withdrawalId}`,
      before: { state: withdrawal.state, amount },
      after: { state: 'approved', amount },
      loosens: true,
      async apply() {
        const approvers = { proposedBy: proposedBy ?? operator, approvedBy: operator };
        const isApproved = await approveWithdrawal(tx, { id: withdrawalId, approvers });
        return isApproved ? undefined : refuse('not-waiting', 'withdrawalId');
      },
    });
  },

  async 'POST /api/ops/withdrawals/reject'({ tx, fields, refuse }) {
    const withdrawalId = storedId(fields.withdrawalId);
    const withdrawal = await findWithdrawalById(tx, withdrawalId);
    if (withdrawal === undefined) return refuse('not-found', 'withdrawalId');
    if (withdrawal.state !== 'requested') return refuse('not-waiting', 'withdrawalId');
    const amount = `${formatAmount(withdrawal.amount)} ${withdrawal.currency}`;
    return change({
      subject: `withdrawal ${fields.withdrawalId}`,
      before: { state: withdrawal.state, amount },
      after: { state: 'returned', amount },
      loosens: withdrawal.rejectedBefore >= REJECTIONS_BY_ONE,
      async apply() {
        return (await rejectWithdrawal(tx, withdrawalId)) ? undefined : refuse('not-waiting', 'withdrawalId');
      },
    });
  },

  async 'POST /api/ops/withdrawals/cancel'({ tx, fields, refuse }) {
    const withdrawalId = storedId(fields.withdrawalId);
    const withdrawal = await findWithdrawalById(tx, withdrawalId);
    if (withdrawal === undefined) return refuse('not-found', 'withdrawalId');
    const isUnsigned = withdrawal.state === 'approved';
    if (!isUnsigned && withdrawal.state !== 'signed') return refuse('withdrawal-not-open', 'withdrawalId');
    if (withdrawal.cancelAskedAt !== null) return refuse('nothing-changes', 'withdrawalId');
    const amount = `${formatAmount(withdrawal.amount)} ${withdrawal.currency}`;
    return change({
      subject: `withdrawal ${fields.withdrawalId}`,
      before: { state: withdrawal.state, amount },
      after: {
        state: isUnsigned ? 'returned' : 'no further voucher',
        amount,
        voucherId: withdrawal.voucherId,
      },
      loosens: withdrawal.rejectedBefore >= REJECTIONS_BY_ONE,
      async apply() {
        const outcome = await cancelWithdrawal(tx, withdrawalId);
        return outcome === (isUnsigned ? 'returned' : 'asked')
          ? undefined
          : refuse('withdrawal-not-open', 'withdrawalId');
      },
    });
  },
};
