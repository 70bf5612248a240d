import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { readWithdrawalControls } from '#assets/withdrawals/queries/withdrawals.ts';
import type { Database } from '#platform/database/database.ts';
import { readReserve } from '#rounds/reserve/queries.ts';
import { listSwitches } from '#switches/queries.ts';

type Controls = ReplyOf<'POST /api/ops/controls'>;

const CURRENCIES = ['JU', 'FMC'] as const;

/** Returns the switches, the withdrawal limits and the balances of the reserve, amounts in whole units. */
export async function readControls(db: Database): Promise<Controls> {
  const [switches, reserve, controls] = await Promise.all([
    listSwitches(db),
    readReserve(db),
    Promise.all(CURRENCIES.map((currency) => readWithdrawalControls(db, currency))),
  ]);
  return {
    parts: switches.map(({ part, paused, reason, changedAt }) => ({
      part,
      paused,
      reason,
      changedAt: changedAt.getTime(),
    })),
    limits: CURRENCIES.flatMap((currency, index) => {
      const limits = controls[index]?.limits;
      return limits === undefined ? [] : [limitsOf(currency, limits)];
    }),
    newAddressHoldHours: controls[0]?.holdHours ?? 0,
    reserve: {
      balance: formatAmount(reserve.balance),
      cap: formatAmount(reserve.cap),
      treasury: formatAmount(reserve.treasury),
    },
  };
}

function limitsOf(
  currency: (typeof CURRENCIES)[number],
  limits: Awaited<ReturnType<typeof readWithdrawalControls>>['limits'],
): Controls['limits'][number] {
  return {
    currency,
    perWithdrawal: formatAmount(limits.perWithdrawal),
    perUserDay: formatAmount(limits.perUserDay),
    perDay: formatAmount(limits.perDay),
    approvalAbove: limits.approvalAbove === null ? null : formatAmount(limits.approvalAbove),
  };
}
