import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import type { Currency } from './assets-search.ts';

/** The sum of the values, a decimal string in JU, for display; null while one of the assets has no value. */
export function totalInJu(assets: readonly { readonly valueInJu: string | null }[]): string | null {
  const knownAmounts = assets.flatMap(({ valueInJu }) => (valueInJu === null ? [] : [unitsOf(valueInJu)]));
  return knownAmounts.length === assets.length ? formatAmount(sumAmounts(knownAmounts)) : null;
}

/** The available amount of a currency, an exact decimal string; null when the assets do not list it. */
export function availableOf(
  assets: readonly { readonly currency: Currency; readonly available: string }[],
  currency: Currency,
): string | null {
  return assets.find((asset) => asset.currency === currency)?.available ?? null;
}

type Held = {
  readonly currency: Currency;
  readonly available: string;
  readonly frozenInRounds: string;
  readonly frozenInWithdrawals: string;
  readonly valueInJu: string | null;
};

export type ValuePart = {
  readonly name: 'available' | 'inRounds' | 'inWithdrawals' | 'FMC';
  /** An exact decimal string in JU. */
  readonly value: string;
};

/** Returns what the total value is made of: the parts of JU, and FMC by its value; those that are not 0. */
export function valueParts(assets: readonly Held[]): readonly ValuePart[] {
  return assets.flatMap((asset): ValuePart[] => {
    const parts: ValuePart[] =
      asset.currency === 'FMC'
        ? [{ name: 'FMC', value: asset.valueInJu ?? '0' }]
        : [
            { name: 'available', value: asset.available },
            { name: 'inRounds', value: asset.frozenInRounds },
            { name: 'inWithdrawals', value: asset.frozenInWithdrawals },
          ];
    return parts.filter(({ value }) => value !== '0');
  });
}
