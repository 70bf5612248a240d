import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { perHundred } from '@city-mint/domain/rounds/per-hundred';

type Figures = { readonly quota: string; readonly maximumLoss: string; readonly mintAmount: string };
type Expected = Figures & { readonly expectedFmc: string | null };

/** Returns the FMC for 100 JU in a round that fills, in whole units, rounded down. */
export function gainPerHundred({ quota, expectedFmc, mintAmount }: Expected): string {
  return formatAmount(perHundred(unitsOf(expectedFmc ?? mintAmount), { quota: unitsOf(quota), rounding: 'down' }));
}

/** Returns the most that 100 JU lose in a round that fails, by its terms, in whole units, rounded up. */
export function lossPerHundred({ quota, maximumLoss }: Figures): string {
  return formatAmount(perHundred(unitsOf(maximumLoss), { quota: unitsOf(quota), rounding: 'up' }));
}
