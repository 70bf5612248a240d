import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import type { Currency } from './assets-search.ts';

/** Returns the sum of the values, a decimal string in JU, for display; null while the value of an asset is unknown. */
export function totalInJu(assets: readonly { readonly valueInJu: string | null }[]): string | null {
  const knownAmounts = assets.flatMap(({ valueInJu }) => (valueInJu === null ? [] : [unitsOf(valueInJu)]));
  return knownAmounts.length === assets.length ? formatAmount(sumAmounts(knownAmounts)) : null;
}

/** Returns the available amount of a currency, an exact decimal string; null if the assets do not list it. */
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

/** Returns the nonzero parts of the total value: the parts of JU, and FMC by its value. */
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
