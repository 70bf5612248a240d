import type { ChartData } from './chart-options.ts';

type FiguresProps = {
  readonly data: ChartData;
  readonly unit: string | undefined;
  readonly format: (value: number) => string;
  readonly formatX: (x: number) => string;
};

/** Dots in the theme's colours, in the order of the series. */
const DOTS = [
  ...(['bg-accent', 'bg-chart-gold', 'bg-chart-blue', 'bg-danger'] as const),
  ...(['bg-muted', 'bg-chart-violet', 'bg-chart-teal', 'bg-chart-orange'] as const),
] as const;

type LegendProps = FiguresProps & {
  readonly point: number | null;
  /** Precedes x if its value is not clear by itself. */
  readonly xHeading: string;
};

/** The series with their colours, and the figures of the selected point; by default the last. */
export function ChartLegend({ data, point, unit, format, formatX, xHeading }: LegendProps) {
  const shown = point ?? data.x.length - 1;
  const x = data.x[shown];
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs" aria-live="polite">
      {x !== undefined && <li className="text-muted figures">{`${xHeading} ${formatX(x)}`.trim()}</li>}
      {data.series.map(({ label, values, colour }, index) => {
        const value = values[shown];
        return (
          <li key={label} className="inline-flex items-center gap-1.5">
            <span className={`size-2 rounded-full ${DOTS[(colour ?? index) % DOTS.length]}`} aria-hidden="true" />
            {label}
            {value != null && (
              <span className="font-semibold figures">
                {format(value)} {unit}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A chart's figures as a table, for screen readers. */
export function ChartFigures({
  data,
  title,
  xLabel,
  unit,
  format,
  formatX,
}: FiguresProps & { title: string; xLabel: string }) {
  const rows = data.x.map((x, point) => ({ x, point }));
  return (
    <table className="sr-only">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{xLabel}</th>
          {data.series.map(({ label }) => (
            <th key={label} scope="col">
              {label} {unit}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ x, point }) => (
          <tr key={x}>
            <th scope="row">{formatX(x)}</th>
            {data.series.map(({ label, values }) => (
              <td key={label}>{values[point] == null ? '' : format(values[point])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
