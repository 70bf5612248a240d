import { spokenAmount } from '@city-mint/domain/money/spoken-amount';
import { exactAmount } from './amount-text.ts';
import { useLanguageStore } from './language-store.ts';

/** Returns an amount with its unit as it is read back before money moves: its figures, then how they are said. */
export function readBackAmount(decimal: string, unit: string): string {
  const spoken = spokenAmount(decimal, useLanguageStore.getState().language);
  const figures = `${exactAmount(decimal)} ${unit}`;
  return spoken === null ? figures : `${figures} = ${spoken} ${unit}`;
}
