import type { FieldViolation } from '../json/field-table.ts';
import { formatAmount } from '../money/amount-text.ts';
import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';

/** What a mining day releases, FMC in base units, and for how many days a machine mines. */
export type MiningSetting = { readonly dailyEmission: TokenAmount; readonly machineLifetimeDays: number };

/**
 * One change at most doubles the daily emission, or takes it up to this: a slip of the finger does not empty the
 * emission.
 */
const ALWAYS_ALLOWED = tokenAmount(10_000n * 10n ** 18n);
const LONGEST_LIFE_DAYS = 3_650;

/**
 * Every bound that the next setting breaks, seen from the one before; none for a good one.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export function checkMiningSetting(next: MiningSetting, before: MiningSetting): FieldViolation[] {
  const doubled = before.dailyEmission * 2n;
  const most = doubled > ALWAYS_ALLOWED ? doubled : ALWAYS_ALLOWED;
  const { dailyEmission, machineLifetimeDays } = next;
  const bounds = [
    { field: 'dailyEmission', bound: `at most ${formatAmount(most)}`, holds: dailyEmission <= most },
    {
      field: 'machineLifetimeDays',
      bound: `1–${LONGEST_LIFE_DAYS}`,
      holds: machineLifetimeDays >= 1 && machineLifetimeDays <= LONGEST_LIFE_DAYS,
    },
  ];
  return bounds.filter(({ holds }) => !holds).map(({ field, bound }) => ({ field, bound }));
}
