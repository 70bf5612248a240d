import { localeOf } from '@city-mint/domain/languages';
import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { groupDigits } from '@city-mint/domain/money/number-form';
import { createContext, use } from 'react';
import { compactDecimal } from '#platform/format.ts';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { BreakableAmount } from './breakable-amount.tsx';

type AmountProps = {
  /** An exact decimal string in whole units, as the API returns it; may be negative. */
  readonly value: string;
  readonly unit?: string;
  /** Shows all digits instead of four decimals. */
  readonly exact?: boolean;
  /** Shows ten million and more in a larger unit, to save space. */
  readonly compact?: boolean;
  /** Shows a plus sign before gains. */
  readonly signed?: boolean;
  readonly className?: string;
};

/** True around amounts of the reader's own while the reader hides them; `OwnAmounts` sets it. */
export const AreAmountsHidden = createContext(false);

const DOTS = '••••';

/** Returns a function that writes an amount for a sentence, truncated to 4 decimals; dots while amounts are hidden. */
export function useShownAmount(): (decimal: string) => string {
  return use(AreAmountsHidden) ? () => DOTS : shownAmount;
}

/**
 * An amount of money: truncated (not rounded) to 4 decimals, a smaller one as "<0.0001"; its title has the exact amount
 * if that is longer. An exact one that is too long for its line continues after its point. Dots while it is hidden.
 */
export function Amount(props: AmountProps) {
  const { value, unit, exact = false, className = '' } = props;
  const shown = useShown(props);
  const isHidden = use(AreAmountsHidden);
  const isExact = exact || displayDecimal(value) === value;
  const title = unit === undefined ? value : `${value} ${unit}`;
  return (
    <data
      value={isHidden ? '' : value}
      {...(isHidden || (isExact && props.compact !== true) ? {} : { title })}
      className={`figures ${exact ? '' : 'whitespace-nowrap'} ${className}`}
    >
      {isHidden ? DOTS : <BreakableAmount text={shown} />}
      {unit !== undefined && (
        <>
          {' '}
          <span className="text-[max(11px,0.75em)] font-medium">{unit}</span>
        </>
      )}
    </data>
  );
}

function useShown({ value, exact = false, compact = false, signed = false }: AmountProps): string {
  const language = useLanguageStore((state) => state.language);
  const isZero = /^-?[0.]*$/.test(value);
  const isNegative = value.startsWith('-') && !isZero;
  const size = value.replace('-', '');
  const cut = exact ? size : displayDecimal(size);
  const large = compact ? compactDecimal(size, localeOf(language)) : null;
  const text = cut === '0' && !isZero ? `<${groupDigits('0.0001', language)}` : (large ?? groupDigits(cut, language));
  return `${isNegative ? '−' : signed && !isZero ? '+' : ''}${text}`;
}
