import { formatAmount, parseAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';

/** The sum of the values, a decimal string in JU; null while one of them has none. For display. */
export function totalInJu(assets: readonly { readonly valueInJu: string | null }[]): string | null {
  const values = assets.map(({ valueInJu }) => parseAmount(valueInJu));
  const known = values.flatMap((value) => (value.ok ? [value.amount] : []));
  return known.length === assets.length ? formatAmount(sumAmounts(known)) : null;
}
