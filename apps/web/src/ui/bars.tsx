import { use } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { AreAmountsHidden } from './amount.tsx';
import { chartHeights } from './chart-heights.ts';

export type ChartPoint = {
  /** Start of the day or month, UTC milliseconds. */
  readonly at: number;
  /** A decimal string in whole units, not negative. */
  readonly value: string;
};

type BarsProps = {
  readonly label: string;
  readonly unit: string;
  readonly points: readonly ChartPoint[];
  /** Returns the name of a point; by default the day in the device's time zone. */
  readonly nameOf?: (at: number) => string;
};

/** A bar for each day, the last one in gold; with the figures as a table for screen readers. Empty while hidden. */
export function Bars({ label, unit, points, nameOf = dayOf }: BarsProps) {
  const isHidden = use(AreAmountsHidden);
  const heights = chartHeights(points.map(({ value }) => (isHidden ? '0' : value)));
  const width = 100 / Math.max(points.length, 1);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure>
      <svg viewBox="0 0 100 36" preserveAspectRatio="none" className="h-24 w-full" aria-hidden="true">
        {heights.map((height, index) => (
          <rect
            key={points[index]?.at}
            x={index * width + width * 0.14}
            y={36 - Math.max(height * 36, 0.6)}
            width={width * 0.72}
            height={Math.max(height * 36, 0.6)}
            className={colourOf(height, index === points.length - 1)}
          />
        ))}
      </svg>
      <figcaption className="mt-1.5 flex justify-between text-xs text-muted figures" aria-hidden="true">
        <span>{first === undefined ? '' : nameOf(first.at)}</span>
        <span>{last === undefined ? '' : nameOf(last.at)}</span>
      </figcaption>
      {!isHidden && <ChartTable label={label} unit={unit} points={points} nameOf={nameOf} />}
    </figure>
  );
}

function colourOf(height: number, isLast: boolean): string {
  if (height === 0) return 'fill-line';
  return isLast ? 'fill-gold' : 'fill-accent opacity-60';
}

/** The figures of a chart, for screen readers. */
export function ChartTable({ label, unit, points, nameOf = dayOf }: BarsProps) {
  const t = useTranslations('time.chart');
  return (
    // A table itself would be as wide as its figures.
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th>{t('day')}</th>
            <th>
              {t('value')} ({unit})
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ at, value }) => (
            <tr key={at}>
              <th>{nameOf(at)}</th>
              <td>
                <data value={value}>{value}</data>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the day as `11/21`, in the device's time zone. */
export function dayOf(at: number): string {
  return formatTime(at).slice(5, 10);
}
