import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { groupDigits } from '#platform/format.ts';

type AmountProps = {
  /** An exact decimal string in whole units, as the API returns it; may be negative. */
  readonly value: string;
  readonly unit?: string;
  /** Show all digits instead of four decimals. */
  readonly exact?: boolean;
  /** Show a plus sign before gains. */
  readonly signed?: boolean;
  readonly className?: string;
};

/** An amount of money: truncated (not rounded) to 4 decimals, with the exact amount in its title if it is longer. */
export function Amount({ value, unit, exact = false, signed = false, className = '' }: AmountProps) {
  const shown = exact ? value : displayDecimal(value);
  const sign = signed && !value.startsWith('-') && !/^[0.]*$/.test(value) ? '+' : '';
  const cut = shown !== value;
  return (
    <data
      value={value}
      {...(cut ? { title: unit === undefined ? value : `${value} ${unit}` } : {})}
      className={`figures ${exact ? 'wrap-anywhere' : 'whitespace-nowrap'} ${className}`}
    >
      {sign}
      {groupDigits(shown)}
      {unit !== undefined && <span className="ml-[0.3em] text-[0.75em] font-medium opacity-90">{unit}</span>}
    </data>
  );
}
