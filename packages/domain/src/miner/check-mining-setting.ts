import type { FieldViolation } from '../json/field-table.ts';
import { formatAmount } from '../money/amount-text.ts';
import { smallestAmount, type TokenAmount, tokenAmount } from '../money/token-amount.ts';

/** The most that a mining day releases (FMC), the hash power that earns it, and the life of a machine; base units. */
export type MiningSetting = {
  readonly dailyEmission: TokenAmount;
  readonly fullHash: TokenAmount;
  readonly machineLifetimeDays: number;
};

const UNIT = 10n ** 18n;
/**
 * One change at most doubles the daily emission, or takes it up to this: a slip of the finger does not empty the
 * emission.
 */
const ALWAYS_ALLOWED = tokenAmount(10_000n * UNIT);
const LONGEST_LIFE_DAYS = 3_650;
/** One change at most halves the full hash power, or takes it down to this. */
const FULL_HASH_ALWAYS_ALLOWED = tokenAmount(1_000_000n * UNIT);
const LEAST_FULL_HASH = tokenAmount(UNIT);
const MOST_FULL_HASH = tokenAmount(1_000_000_000_000n * UNIT);

/**
 * Every bound that the next setting breaks, seen from the one before; none for a good one.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export function checkMiningSetting(next: MiningSetting, before: MiningSetting): FieldViolation[] {
  const doubled = before.dailyEmission * 2n;
  const most = doubled > ALWAYS_ALLOWED ? doubled : ALWAYS_ALLOWED;
  const halved = smallestAmount(before.fullHash, FULL_HASH_ALWAYS_ALLOWED * 2n) / 2n;
  const least = tokenAmount(halved > LEAST_FULL_HASH ? halved : LEAST_FULL_HASH);
  const { dailyEmission, fullHash, machineLifetimeDays } = next;
  const bounds: readonly (FieldViolation & { readonly holds: boolean })[] = [
    { field: 'dailyEmission', bound: `at-most ${formatAmount(most)}`, holds: dailyEmission <= most },
    {
      field: 'fullHash',
      bound: `between ${formatAmount(least)} ${formatAmount(MOST_FULL_HASH)}`,
      holds: fullHash >= least && fullHash <= MOST_FULL_HASH,
    },
    {
      field: 'machineLifetimeDays',
      bound: `between 1 ${LONGEST_LIFE_DAYS}`,
      holds: machineLifetimeDays >= 1 && machineLifetimeDays <= LONGEST_LIFE_DAYS,
    },
  ];
  return bounds.filter(({ holds }) => !holds).map(({ field, bound }) => ({ field, bound }));
}
