type Place = { readonly x: number; readonly y: number; readonly index: number };

/** A line in the unit square with y downwards, broken where values are missing. */
export type ChartLine = {
  readonly name: string;
  readonly runs: readonly (readonly Place[])[];
  /** The CSS class of its colour. */
  readonly colour: string;
  /** Whether the area below it is filled. */
  readonly isFilled: boolean;
};

type LineChartProps = {
  readonly lines: readonly ChartLine[];
  /** A height for comparison. */
  readonly baseline?: number | null;
  readonly count: number;
  /** The marked point. */
  readonly index: number;
  readonly onPick: (index: number) => void;
  /** The names of the points for screen readers, and of the marked one. */
  readonly label: string;
  readonly valueText: string;
};

const [WIDTH, HEIGHT] = [320, 120];
/** Room above and below the lines. */
const MARGIN = 10;

/** Lines over time with a point that the user moves by dragging or arrow keys; the caller writes its figures. */
export function LineChart({ lines, baseline = null, count, index, onPick, label, valueText }: LineChartProps) {
  const marks = lines.flatMap(({ name, runs, colour }) =>
    runs.flat().flatMap((place) => (place.index === index ? [{ ...place, name, colour }] : [])),
  );
  return (
    <div className="relative">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full overflow-visible" aria-hidden="true">
        {baseline !== null && <path d={`M0 ${down(baseline)}H${WIDTH}`} stroke="var(--line)" strokeDasharray="2 3" />}
        {lines.map(({ name, runs, colour, isFilled }) => (
          <g key={name} className={colour}>
            {runs.map((run) => (
              <g key={run[0]?.index}>
                {isFilled && (
                  <path d={`${path(run)}V${HEIGHT}H${across(run[0]?.x ?? 0)}Z`} fill="currentColor" fillOpacity="0.1" />
                )}
                <path d={path(run)} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
              </g>
            ))}
          </g>
        ))}
        {marks.map(({ name, colour, x, y }) => (
          <g key={name} className={colour}>
            <path d={`M${across(x)} 0V${HEIGHT}`} stroke="currentColor" strokeOpacity="0.35" />
            <circle cx={across(x)} cy={down(y)} r="4.5" fill="currentColor" stroke="var(--surface)" strokeWidth="2" />
          </g>
        ))}
      </svg>
      <input
        type="range"
        className="absolute inset-0 size-full cursor-crosshair opacity-0"
        aria-label={label}
        min={0}
        max={Math.max(count - 1, 0)}
        value={index}
        aria-valuetext={valueText}
        onChange={(event) => onPick(Number(event.target.value))}
      />
    </div>
  );
}

function path(run: readonly Place[]): string {
  // A run of one point is drawn as a short line.
  const ends = run.length === 1 ? [...run, ...run] : run;
  return `M${ends.map(({ x, y }, index) => `${across(x) + (run.length === 1 ? index * 2 : 0)} ${down(y)}`).join('L')}`;
}

const across = (x: number) => Math.round(x * WIDTH * 10) / 10;
const down = (y: number) => Math.round((MARGIN + y * (HEIGHT - 2 * MARGIN)) * 10) / 10;
