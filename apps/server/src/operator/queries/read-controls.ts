import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { ZERO } from '@city-mint/domain/money/token-amount';
import { readDayUse } from '#assets/withdrawals/queries/day-use.ts';
import { readWithdrawalControls } from '#assets/withdrawals/queries/withdrawals.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { readReserve } from '#rounds/reserve/queries.ts';
import { listSwitches } from '#switches/queries.ts';

type Controls = ReplyOf<'POST /api/ops/controls'>;

const CURRENCIES = ['JU', 'FMC'] as const;

/** Returns the switches, the withdrawal limits and the balances of the reserve, amounts in whole units. */
export async function readControls(db: Database): Promise<Controls> {
  const [switches, reserve, controls, at] = await Promise.all([
    listSwitches(db),
    readReserve(db),
    Promise.all(
      CURRENCIES.map(async (currency) => ({
        ...(await readWithdrawalControls(db, currency)),
        used: await readDayUse(db, currency),
        currency,
      })),
    ),
    databaseTime(db),
  ]);
  return {
    at,
    parts: switches.map(({ changedAt, pausedSince, ...partSwitch }) => ({
      ...partSwitch,
      changedAt: changedAt.getTime(),
      pausedSince: pausedSince?.getTime() ?? null,
    })),
    limits: controls.map(limitsOf),
    dayUse: controls.map(({ currency, limits, used }) => ({
      currency,
      used: formatAmount(used),
      left: formatAmount(limits.perDay > used ? limits.perDay - used : ZERO),
    })),
    newAddressHoldHours: controls[0]?.holdHours ?? 0,
    reserve: {
      balance: formatAmount(reserve.balance),
      cap: formatAmount(reserve.cap),
      treasury: formatAmount(reserve.treasury),
    },
  };
}

function limitsOf({
  currency,
  limits,
}: {
  readonly currency: (typeof CURRENCIES)[number];
  readonly limits: Awaited<ReturnType<typeof readWithdrawalControls>>['limits'];
}): Controls['limits'][number] {
  return {
    currency,
    perWithdrawal: formatAmount(limits.perWithdrawal),
    perUserDay: formatAmount(limits.perUserDay),
    perDay: formatAmount(limits.perDay),
    approvalAbove: limits.approvalAbove === null ? null : formatAmount(limits.approvalAbove),
  };
}
