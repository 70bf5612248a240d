import { formatAmount } from '@city-mint/domain/money/format-amount';
import { parseAmount } from '@city-mint/domain/money/parse-amount';
import { sumAmounts } from '@city-mint/domain/money/sum-amounts';

/** The sum of the values, a decimal string in JU; null while one of them has none. For display. */
export function totalInJu(assets: readonly { readonly valueInJu: string | null }[]): string | null {
  const values = assets.map(({ valueInJu }) => parseAmount(valueInJu));
  const known = values.flatMap((value) => (value.ok ? [value.amount] : []));
  return known.length === assets.length ? formatAmount(sumAmounts(known)) : null;
}
