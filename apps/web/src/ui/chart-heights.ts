import { signedUnitsOf } from '@city-mint/domain/money/amount-text';

/** Returns each value as a part of the largest one, from 0 to 1, for drawing only; a negative one is 0. */
export function chartHeights(values: readonly string[]): number[] {
  const amounts = values.map((value) => {
    const units = signedUnitsOf(value);
    return units < 0n ? 0n : units;
  });
  let largest = 0n;
  for (const amount of amounts) if (amount > largest) largest = amount;
  return amounts.map((amount) => (largest === 0n ? 0 : Number((amount * 10_000n) / largest) / 10_000));
}
