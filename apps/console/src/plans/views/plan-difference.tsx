import { Badge, type BadgeKind } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { figureText } from '#actions/figure-text.ts';
import { useActionWords } from '#actions/use-action-words.ts';
import { useLanguage } from '#platform/language-store.ts';

type Figures = Readonly<Record<string, string | number>>;

type PlanDifferenceProps = {
  readonly before: Figures | null;
  readonly after: Figures;
  readonly differences: readonly { readonly field: string; readonly direction: 'better' | 'worse' | 'neutral' }[];
};

const KINDS: Record<'better' | 'worse' | 'neutral', BadgeKind> = {
  better: 'success',
  worse: 'danger',
  neutral: 'neutral',
};

/** Field by field, how a plan differs from the last one of its city, and what that is for participants. */
export function PlanDifference({ before, after, differences }: PlanDifferenceProps) {
  const t = useTranslations('plans');
  const { labelOf } = useActionWords();
  const read = useFigure();
  if (before === null) return <p className="text-muted text-sm">{t('noBefore')}</p>;
  if (differences.length === 0) return <p className="text-muted text-sm">{t('same')}</p>;
  return (
    <table className="w-full text-sm" aria-label={t('difference')}>
      <thead className="text-left text-muted text-xs">
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
          <th scope="col">{t('direction')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, direction }) => (
          <tr key={field} className="border-line border-t">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              {labelOf(field)}
            </th>
            <td className="pr-3 figures">{read(field, before)}</td>
            <td className="pr-3 figures">{read(field, after)}</td>
            <td>
              <Badge kind={KINDS[direction]}>{t(`directions.${direction}`)}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns how a figure of a plan is written. */
export function useFigure(): (name: string, figures: Figures) => string {
  const t = useTranslations('actions.preview');
  const { choiceOf } = useActionWords();
  const { language } = useLanguage();
  const words = { yes: t('yes'), no: t('no'), hours: t('hours'), days: t('days') };
  return (name, figures) => {
    const value = String(figures[name] ?? '');
    // A city can be called anything.
    if (name === 'city') return value;
    const { text, unit } = figureText(name, value, { language, choiceOf, currency: null, words });
    const isCount = ['phase', 'rounds'].includes(name) || /^simulation|Newcomers$|StopsInRound$/.test(name);
    return unit === null || isCount ? text : `${text} ${unit}`;
  };
}
