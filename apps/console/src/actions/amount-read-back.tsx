import { spokenAmount } from '@city-mint/domain/money/spoken-amount';
import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/language-store.ts';
import { shownFigure } from '#platform/shown-figure.ts';
import { toolClass } from '#ui/control.tsx';
import { readAmountDraft } from './form-drafts.ts';

type AmountReadBackProps = {
  readonly draft: string;
  readonly unit: string | null;
  readonly onChoose: (decimal: string) => void;
};

/** How the amount in a field is said; a button an amount where the text can be read in two ways. */
export function AmountReadBack({ draft, unit, onChoose }: AmountReadBackProps) {
  const t = useTranslations('actions.form');
  const { language } = useLanguage();
  const read = readAmountDraft(draft);
  const said = (decimal: string) => {
    const spoken = spokenAmount(decimal, language);
    const figures = [shownFigure(decimal), spoken].filter((text) => text !== null).join(' = ');
    return unit === null ? figures : `${figures} ${unit}`;
  };
  if (read.kind === 'amount') {
    return spokenAmount(read.decimal, language) === null ? null : (
      <span className="text-right text-muted text-xs figures">{said(read.decimal)}</span>
    );
  }
  if (read.kind !== 'ambiguous') return null;
  return (
    <fieldset className="flex flex-wrap items-center justify-end gap-2">
      <legend className="text-right text-danger text-xs">{t('ambiguous')}</legend>
      {read.readings.map((decimal) => (
        <button key={decimal} type="button" className={toolClass()} onClick={() => onChoose(decimal)}>
          {said(decimal)}
        </button>
      ))}
    </fieldset>
  );
}
