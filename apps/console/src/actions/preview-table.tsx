import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/language-store.ts';
import { figureText } from './figure-text.ts';
import { useActionWords } from './use-action-words.ts';

export type Figures = Readonly<Record<string, string | null>> | null;

type PreviewTableProps = {
  readonly before: Figures;
  readonly after: Figures;
  /** Currency of the action's amounts, if the action names one. */
  readonly currency?: string | null;
};

/** Figures before and after an action, with their units; differences are highlighted. */
export function PreviewTable({ before, after, currency = null }: PreviewTableProps) {
  const t = useTranslations('actions.preview');
  const { labelOf } = useActionWords();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const differs = (name: string) => (before?.[name] ?? null) !== (after?.[name] ?? null);
  // Changed rows come first: most figures of a plan do not change.
  const rows = names.toSorted((a, b) => Number(differs(b)) - Number(differs(a)));
  return (
    <div className="overflow-x-auto rounded-sm border border-line">
      <table className="w-full border-collapse text-sm">
        <thead className="bg-sunken text-muted text-xs">
          <tr>
            <th scope="col" className="w-[30%] px-3 py-1.5 text-left font-medium">
              {t('figure')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-medium">
              {t('before')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-medium">
              {t('after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((name) => (
            <tr key={name} className={`border-line border-t align-top ${differs(name) ? '' : 'text-muted'}`}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {labelOf(name)}
                {differs(name) && <span className="sr-only">{t('changes')}</span>}
              </th>
              <Figure name={name} value={before?.[name]} currency={currency} />
              <Figure name={name} value={after?.[name]} currency={currency} marked={differs(name)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type FigureProps = {
  readonly name: string;
  readonly value: string | null | undefined;
  readonly currency: string | null;
  readonly marked?: boolean;
};

function Figure({ name, value, currency, marked = false }: FigureProps) {
  const t = useTranslations('actions.preview');
  const { language } = useLanguage();
  const { choiceOf, labelOf } = useActionWords();
  const words = { yes: t('yes'), no: t('no'), hours: t('hours'), days: t('days') };
  const text = value == null ? null : figureText(name, value, { language, choiceOf, labelOf, currency, words });
  const isLong = text !== null && !text.isNumber && text.text.length > 24;
  return (
    <td
      className={`max-w-[2.8rem] px-3 py-1.5 figures whitespace-pre-wrap break-words ${isLong ? 'text-left' : 'text-right'} ${marked ? 'bg-accent-soft font-semibold text-accent-ink' : ''}`}
    >
      {text === null ? (
        <span className="font-normal text-muted">{value === undefined ? t('absent') : t('none')}</span>
      ) : (
        <>
          {text.text}
          {text.unit !== null && <span className="ml-1 font-normal text-muted text-xs">{text.unit}</span>}
        </>
      )}
    </td>
  );
}
