import type { Language } from '../languages.ts';
import { formatAmount, signedUnitsOf } from './amount-text.ts';
import { divide } from './division.ts';
import { groupDigits } from './number-form.ts';

type ShownLimitInput = {
  readonly language: Language;
  readonly unit?: string | undefined;
  /** Down for the most that a person may enter, up for the least: what is shown is permitted. */
  readonly rounding: 'down' | 'up';
};

const FOUR_DECIMALS = 10n ** 14n;

/**
 * Returns a limit as a sentence shows it: in the language's groups with its unit, at most four decimals, and "≈" where
 * more were rounded. An amount above 0 that would round to 0 keeps all its decimals. Throws like `signedUnitsOf`.
 */
export function shownLimit(decimal: string, { language, unit, rounding }: ShownLimitInput): string {
  const exact = signedUnitsOf(decimal);
  const size = exact < 0n ? -exact : exact;
  const rounded = divide(size, { by: FOUR_DECIMALS, rounding }) * FOUR_DECIMALS;
  const isRounded = rounded !== size && rounded !== 0n;
  const shown = groupDigits(formatAmount((isRounded ? rounded : size) * (exact < 0n ? -1n : 1n)), language);
  return `${isRounded ? '≈ ' : ''}${shown}${unit === undefined ? '' : ` ${unit}`}`;
}
