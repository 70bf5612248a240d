import type { limitActions } from '@city-mint/api-contract/operator/control-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { setWithdrawalHold, setWithdrawalLimits } from '#assets/withdrawals/commands/limit-withdrawals.ts';
import { readWithdrawalControls, type WithdrawalControls } from '#assets/withdrawals/queries/withdrawals.ts';
import { type ActionDefinitions, change, type Figures } from '../operator-action.ts';

type WithdrawalLimits = WithdrawalControls['limits'];

const LONGEST_HOLD_HOURS = 720;

export const limitDefinitions: ActionDefinitions<keyof typeof limitActions> = {
  async 'POST /api/ops/limits/set'({ tx, fields, refuse }) {
    const { currency, ...limits } = fields;
    const { limits: current } = await readWithdrawalControls(tx, currency);
    const before = figuresOf(current);
    const after = figuresOf(limits);
    if (Object.entries(after).every(([name, figure]) => before[name] === figure)) {
      return refuse('nothing-changes', 'currency');
    }
    return change({
      subject: `withdrawal-limits ${currency}`,
      before,
      after,
      loosens: permitsMore(limits, current),
      async apply() {
        await setWithdrawalLimits(tx, { currency, limits });
      },
    });
  },

  async 'POST /api/ops/limits/hold'({ tx, fields: { hours }, refuse }) {
    if (hours > LONGEST_HOLD_HOURS) {
      return refuse('hours-out-of-bounds', { field: 'hours', limit: String(LONGEST_HOLD_HOURS) });
    }
    const { holdHours } = await readWithdrawalControls(tx, 'JU');
    if (holdHours === hours) return refuse('nothing-changes', 'hours');
    return change({
      subject: 'new-addresses',
      before: { hours: String(holdHours) },
      after: { hours: String(hours) },
      loosens: hours < holdHours,
      async apply() {
        await setWithdrawalHold(tx, hours);
      },
    });
  },
};

function permitsMore(next: WithdrawalLimits, current: WithdrawalLimits): boolean {
  const isApprovedLater =
    current.approvalAbove !== null && (next.approvalAbove ?? current.approvalAbove + 1n) > current.approvalAbove;
  return (
    next.perWithdrawal > current.perWithdrawal ||
    next.perUserDay > current.perUserDay ||
    next.perDay > current.perDay ||
    isApprovedLater
  );
}

function figuresOf(limits: WithdrawalLimits): Figures {
  return {
    perWithdrawal: formatAmount(limits.perWithdrawal),
    perUserDay: formatAmount(limits.perUserDay),
    perDay: formatAmount(limits.perDay),
    approvalAbove: limits.approvalAbove === null ? null : formatAmount(limits.approvalAbove),
  };
}
