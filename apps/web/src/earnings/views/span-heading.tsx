import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { dayStart } from '#platform/time-range.ts';
import { Amount } from '#ui/amount.tsx';

type SpanHeadingProps = {
  /** UTC milliseconds: where the day begins, or the range. */
  readonly from: number;
  /** What was earned from then on, until the next heading above; undefined until it is known. */
  readonly sums: { readonly JU: string; readonly FMC: string } | undefined;
};

/** The heading of a day in the list of earnings, with its sums. */
export function SpanHeading({ from, sums }: SpanHeadingProps) {
  const t = useTranslations('earnings.list');
  const day = dayStart(from);
  const today = dayStart(Date.now());
  const name =
    day === today ? t('today') : day === dayStart(today, -1) ? t('yesterday') : formatTime(from).slice(0, 10);
  return (
    <div className="flex items-baseline justify-between gap-3 px-1">
      <h2 className="font-display text-base font-semibold">{name}</h2>
      <p className="flex flex-wrap justify-end gap-x-2 text-xs">
        {sums !== undefined &&
          (['FMC', 'JU'] as const).map(
            (currency) =>
              sums[currency] !== '0' && <Amount key={currency} value={sums[currency]} unit={currency} signed compact />,
          )}
      </p>
    </div>
  );
}
