import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { groupDigits } from '#platform/format.ts';

type AmountProps = {
  /** An amount of the wire: a decimal string in whole units, exact; a minus sign is allowed. */
  readonly value: string;
  readonly unit?: string;
  /** All digits instead of four decimals. */
  readonly exact?: boolean;
  /** A plus sign before gains. */
  readonly signed?: boolean;
  readonly className?: string;
};

/** An amount of money: cut, never rounded, to 4 decimals (spec section 9), with the exact figure in its title where something was cut. */
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
