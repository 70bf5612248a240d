import { formatAmount, parseAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import type { Currency } from './assets-search.ts';

/** The sum of the values, a decimal string in JU, for display; null while one of the assets has no value. */
export function totalInJu(assets: readonly { readonly valueInJu: string | null }[]): string | null {
  const parsedValues = assets.map(({ valueInJu }) => parseAmount(valueInJu));
  const knownAmounts = parsedValues.flatMap((value) => (value.ok ? [value.amount] : []));
  return knownAmounts.length === assets.length ? formatAmount(sumAmounts(knownAmounts)) : null;
}

/** The available amount of a currency, an exact decimal string; null when the assets do not list it. */
export function availableOf(
  assets: readonly { readonly currency: Currency; readonly available: string }[],
  currency: Currency,
): string | null {
  return assets.find((asset) => asset.currency === currency)?.available ?? null;
}
