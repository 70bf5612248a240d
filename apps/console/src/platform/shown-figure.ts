import { groupDigits } from '@city-mint/domain/money/number-form';
import { useLanguage } from './language-store.ts';

/**
 * Returns a plain decimal as the console's language writes it, with all its decimals. A component that calls it reads
 * its texts with useTranslations, so it renders again in another language.
 */
export function shownFigure(decimal: string): string {
  return groupDigits(decimal, useLanguage.getState().language);
}
