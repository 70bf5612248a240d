import { amountInput, currency } from '@city-mint/api-contract/wire';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { setWithdrawalHold } from '#assets/commands/set-withdrawal-hold.ts';
import { setWithdrawalLimits } from '#assets/commands/set-withdrawal-limits.ts';
import { readWithdrawalControls, type WithdrawalControls } from '#assets/queries/read-withdrawal-controls.ts';
import { type Act, defineAct, type Figures } from '../act.ts';

type Limits = WithdrawalControls['limits'];

const LONGEST_HOLD_HOURS = 720;

const limitParams = z.strictObject({
  currency,
  perWithdrawal: amountInput,
  perUserDay: amountInput,
  perDay: amountInput,
  approvalAbove: amountInput.nullable(),
});

/** Sets what may leave of a currency; loosening any of the figures takes two. */
export const setLimits: Act = defineAct(limitParams, async ({ tx, params }) => {
  const { currency: of, ...limits } = params;
  const { limits: now } = await readWithdrawalControls(tx, of);
  const before = figuresOf(now);
  const after = figuresOf(limits);
  if (Object.entries(after).every(([name, figure]) => before[name] === figure)) {
    return { refusal: 'nothing-changes', details: { field: 'currency' } };
  }
  return {
    subject: of,
    before,
    after,
    loosens: loosens(now, limits),
    async apply() {
      await setWithdrawalLimits(tx, { currency: of, limits });
      return undefined;
    },
  };
});

/** Sets for how many hours a withdrawal to a new address is refused; fewer take two. */
export const setHold: Act = defineAct(z.strictObject({ hours: z.int() }), async ({ tx, params: { hours } }) => {
  if (hours > LONGEST_HOLD_HOURS) {
    return { refusal: 'hours-out-of-bounds', details: { field: 'hours', limit: String(LONGEST_HOLD_HOURS) } };
  }
  const { holdHours } = await readWithdrawalControls(tx, 'JU');
  if (holdHours === hours) return { refusal: 'nothing-changes', details: { field: 'hours' } };
  return {
    subject: 'new withdrawal addresses',
    before: { hours: String(holdHours) },
    after: { hours: String(hours) },
    loosens: hours < holdHours,
    async apply() {
      await setWithdrawalHold(tx, hours);
      return undefined;
    },
  };
});

function loosens(now: Limits, next: Limits): boolean {
  const isMoreApproved =
    now.approvalAbove !== null && (next.approvalAbove ?? now.approvalAbove + 1n) > now.approvalAbove;
  return (
    next.perWithdrawal > now.perWithdrawal ||
    next.perUserDay > now.perUserDay ||
    next.perDay > now.perDay ||
    isMoreApproved
  );
}

function figuresOf(limits: Limits): Figures {
  return {
    perWithdrawal: formatAmount(limits.perWithdrawal),
    perUserDay: formatAmount(limits.perUserDay),
    perDay: formatAmount(limits.perDay),
    approvalAbove: limits.approvalAbove === null ? null : formatAmount(limits.approvalAbove),
  };
}
