import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { groupDigits } from '@city-mint/domain/money/number-form';
import { useLanguageStore } from './language-store.ts';

// A component that shows an amount reads its texts with useTranslations, so it renders again in another language.

/** Returns a plain decimal as the page's language writes it, with all its decimals: "1234567.5" → "1.234.567,5". */
export function exactAmount(decimal: string): string {
  return groupDigits(decimal, useLanguageStore.getState().language);
}

/** Returns a plain decimal as the page's language writes it, truncated (never rounded) to 4 decimals. */
export function shownAmount(decimal: string): string {
  return exactAmount(displayDecimal(decimal));
}
