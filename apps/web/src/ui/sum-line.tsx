import { type ChartPoint, ChartTable } from './bars.tsx';
import { chartHeights } from './chart-heights.ts';

type SumLineProps = { readonly label: string; readonly unit: string; readonly points: readonly ChartPoint[] };

/** A thin line through the values of days; with its figures as a table for who cannot see it. */
export function SumLine({ label, unit, points }: SumLineProps) {
  // One day is a line too.
  const heights = chartHeights(points.map(({ value }) => value));
  const drawn = heights.length === 1 ? [...heights, ...heights] : heights;
  const corners = drawn.map((height, index) => {
    const x = (index / Math.max(drawn.length - 1, 1)) * 100;
    return `${x.toFixed(2)} ${(30 - height * 28).toFixed(2)}`;
  });
  return (
    <figure>
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
      <ChartTable label={label} unit={unit} points={points} />
    </figure>
  );
}
