import { parseAmount } from '@city-mint/domain/money/amount-text';

/**
 * Returns the part of the largest value that each value is, from 0 to 1, for drawing alone; a value that is not an
 * amount is 0.
 */
export function chartHeights(values: readonly string[]): number[] {
  const amounts = values.map((value) => {
    const parsed = parseAmount(value);
    return parsed.ok ? parsed.amount : 0n;
  });
  let largest = 0n;
  for (const amount of amounts) if (amount > largest) largest = amount;
  return amounts.map((amount) => (largest === 0n ? 0 : Number((amount * 10_000n) / largest) / 10_000));
}
