import { use } from 'react';
import { AreAmountsHidden } from './amount.tsx';
import { type ChartPoint, ChartTable } from './bars.tsx';
import { chartHeights } from './chart-heights.ts';

type SumLineProps = { readonly label: string; readonly unit: string; readonly points: readonly ChartPoint[] };

/**
 * A thin line through the values of days, none for a single day; with the figures as a table for screen readers.
 * Nothing while amounts are hidden.
 */
export function SumLine({ label, unit, points }: SumLineProps) {
  const isHidden = use(AreAmountsHidden);
  if (isHidden) return null;
  const heights = chartHeights(points.map(({ value }) => value));
  const corners = heights.map((height, index) => {
    const x = (index / Math.max(heights.length - 1, 1)) * 100;
    return `${x.toFixed(2)} ${(30 - height * 28).toFixed(2)}`;
  });
  return (
    <figure>
      {corners.length > 1 && (
        <svg viewBox="0 0 100 32" preserveAspectRatio="none" className="h-14 w-full text-accent" aria-hidden="true">
          <path d={`M0 32L${corners.join('L')}L100 32Z`} fill="currentColor" opacity="0.12" />
          <path
            d={`M${corners.join('L')}`}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
          />
        </svg>
      )}
      <ChartTable label={label} unit={unit} points={points} />
    </figure>
  );
}
