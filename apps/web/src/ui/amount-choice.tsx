import { spokenAmount } from '@city-mint/domain/money/spoken-amount';
import { useTranslations } from 'use-intl';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { useLanguageStore } from '#platform/i18n/language-store.ts';

type AmountChoiceProps = {
  /** The amounts that the text can mean, as plain decimals. */
  readonly readings: readonly string[];
  readonly unit: string;
  readonly onChoose: (decimal: string) => void;
};

/** Asks which amount a text means: a button an amount, with its figures and how they are said. */
export function AmountChoice({ readings, unit, onChoose }: AmountChoiceProps) {
  const t = useTranslations('ui.amount');
  const language = useLanguageStore((state) => state.language);
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{t('ambiguous')}</legend>
      {readings.map((decimal) => {
        const spoken = spokenAmount(decimal, language);
        return (
          <button
            key={decimal}
            type="button"
            onClick={() => onChoose(decimal)}
            className="tap flex flex-wrap content-center items-baseline justify-between gap-x-3 rounded-lg bg-sunken px-3 py-2 text-left text-sm text-ink figures active:bg-line"
          >
            <span className="font-semibold">
              {exactAmount(decimal)} {unit}
            </span>
            {spoken !== null && (
              <span className="text-muted">
                {spoken} {unit}
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
