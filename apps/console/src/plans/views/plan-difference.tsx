import { Badge, type BadgeKind } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { figureText } from '#actions/figure-text.ts';
import { useActionWords } from '#actions/use-action-words.ts';
import { useLanguage } from '#platform/language-store.ts';
import { SmallTable } from '#ui/small-table.tsx';

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
    <SmallTable
      label={t('difference')}
      rows={differences}
      rowKey={({ field }) => field}
      columns={[
        { heading: t('field'), cell: ({ field }) => labelOf(field) },
        { heading: t('before'), align: 'right', cell: ({ field }) => read(field, before) },
        {
          heading: t('after'),
          align: 'right',
          cell: ({ field }) => <span className="font-semibold">{read(field, after)}</span>,
        },
        {
          heading: t('direction'),
          cell: ({ direction }) => <Badge kind={KINDS[direction]}>{t(`directions.${direction}`)}</Badge>,
        },
      ]}
    />
  );
}

/** Returns how a figure of a plan is written. */
export function useFigure(): (name: string, figures: Figures) => string {
  const t = useTranslations('actions.preview');
  const { choiceOf, labelOf } = useActionWords();
  const { language } = useLanguage();
  const words = { yes: t('yes'), no: t('no'), hours: t('hours'), days: t('days') };
  return (name, figures) => {
    const value = String(figures[name] ?? '');
    const { text, unit } = figureText(name, value, { language, choiceOf, labelOf, currency: null, words });
    const isCount = ['phase', 'rounds'].includes(name) || /^simulation|Newcomers$|StopsInRound$/.test(name);
    return unit === null || isCount ? text : `${text} ${unit}`;
  };
}
