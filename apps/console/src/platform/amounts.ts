import { formatAmount, parseAmount } from '@city-mint/domain/money/amount-text';

/** Returns the sum of decimal texts of the API, exact. Throws on one that is no amount. */
export function sumOf(amounts: readonly string[]): string {
  const units = amounts.map((text) => {
    const parsed = parseAmount(text);
    if (!parsed.ok) throw new Error(`${text} is no amount`);
    return parsed.amount;
  });
  return formatAmount(units.reduce((sum, amount) => sum + amount, 0n));
}
