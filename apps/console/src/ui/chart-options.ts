import type uPlot from 'uplot';
import { timePlaces, timeRange, timeScaleOf } from './axis-places.ts';

/** A series of a chart: a figure for each x; null for none. */
export type ChartSeries = {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** `line` by default. A band lies between its lower series and this one. */
  readonly kind?: 'line' | 'area' | 'bars';
  /** Index of one of the theme's colours. */
  readonly colour?: number;
};

/** A band between two series, by index. */
export type ChartBand = { readonly low: number; readonly high: number };

/** Content of a chart. */
export type ChartData = {
  /** Times in UTC milliseconds, or numbers of rounds, days and the like. */
  readonly x: readonly number[];
  readonly xKind: 'time' | 'number';
  readonly series: readonly ChartSeries[];
  /** Areas are stacked. */
  readonly isStacked?: boolean;
  readonly bands?: readonly ChartBand[];
};

/** The theme's colours for series, as CSS custom properties. */
const COLOURS = [
  ...(['--accent', '--chart-gold', '--chart-blue', '--danger'] as const),
  ...(['--muted', '--chart-violet', '--chart-teal', '--chart-orange'] as const),
] as const;

/** Returns the theme's current colour of the series at an index. */
export function seriesColour(style: CSSStyleDeclaration, place: number): string {
  return style.getPropertyValue(COLOURS[place % COLOURS.length] ?? '--accent').trim() || '#0b6b50';
}

/** Returns the columns to draw: cumulative sums if the series are stacked. */
export function drawnColumns({ x, xKind, series, isStacked = false }: ChartData): uPlot.AlignedData {
  // uPlot expects times in seconds.
  const places = xKind === 'time' ? x.map((time) => time / 1_000) : [...x];
  const columns = series.map(({ values }) => [...values]);
  if (!isStacked) return [places, ...columns];
  const stacked = columns.map((_column, index) =>
    places.map((_place, point) => columns.slice(0, index + 1).reduce((sum, column) => sum + (column[point] ?? 0), 0)),
  );
  return [places, ...stacked];
}

type Look = {
  readonly style: CSSStyleDeclaration;
  readonly width: number;
  readonly height: number;
  readonly format: (value: number) => string;
  readonly formatX: (x: number) => string;
  readonly paths: { readonly bars: uPlot.Series.PathBuilder | undefined };
  readonly onPoint: (point: number | null) => void;
};

/** Returns uPlot's options: the theme's colours, no built-in legend, no zoom. */
export function chartOptions(data: ChartData, look: Look): uPlot.Options {
  const { style, width, height, format, formatX, onPoint } = look;
  const ink = style.getPropertyValue('--muted').trim();
  const line = style.getPropertyValue('--line').trim();
  const font = `11px ${style.getPropertyValue('--font-sans').trim() || 'sans-serif'}`;
  const axis = { stroke: ink, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 } };
  const fromX = (value: number) => formatX(data.xKind === 'time' ? value * 1_000 : value);
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
    scales: { x: xScale(data), y: { range: (_plot, low, high) => rangeOf(low, high) } },
    axes: [
      { ...axis, ...xPlaces(data), size: 28, grid: { show: false }, values: (_plot, places) => places.map(fromX) },
      { ...axis, size: (_plot, values) => axisSize(values), values: (_plot, values) => values.map(format) },
    ],
    series: [{}, ...data.series.map((series, index) => seriesOptions(series, { data, index, look }))],
    bands: bandsOf(data, style),
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
}

function xScale({ x, xKind, series }: ChartData): uPlot.Scale {
  const hasBars = series.some(({ kind }) => kind === 'bars');
  // Bars of numbered x are centred on their number.
  if (xKind === 'number')
    return { time: false, ...(hasBars && { range: (_plot, from, to) => [from - 0.5, to + 0.5] }) };
  const [from, to] = timeRange(x);
  return { time: true, range: [from / 1_000, to / 1_000] };
}

/** Width of a label with its margin, in pixels. */
const LABEL_WIDTHS = { days: 64, years: 80, seconds: 72, hours: 56, long: 108 } as const;

/**
 * Positions of the labels on x: rounds at whole numbers; times by our own rule, since uPlot knows one time zone only.
 */
function xPlaces({ x, xKind }: ChartData): Pick<uPlot.Axis, 'space' | 'incrs' | 'splits'> {
  if (xKind === 'number') return { space: 48, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] };
  const scale = timeScaleOf(x);
  return {
    splits: ({ width }) => {
      const most = Math.max(2, Math.floor((width - 60) / LABEL_WIDTHS[scale]));
      return timePlaces(x, { scale, most }).map((time) => time / 1_000);
    },
  };
}

/** Amounts start at zero, so that heights are comparable; negative ones extend below it. */
function rangeOf(low: number, high: number): [number, number] {
  // Figures that are all zero still need an axis.
  if (low === 0 && high === 0) return [0, 1];
  const [bottom, top] = [Math.min(low, 0), Math.max(high, 0)];
  const room = (top - bottom || 1) * 0.06;
  return [bottom < 0 ? bottom - room : 0, top > 0 ? top + room : 0];
}

function axisSize(values: readonly string[] | null): number {
  const longest = Math.max(0, ...(values ?? []).map((text) => text.length));
  return 16 + longest * 6.6;
}

type SeriesPlace = { readonly data: ChartData; readonly index: number; readonly look: Look };

function seriesOptions(
  { label, kind = 'line', colour }: ChartSeries,
  { data, index, look }: SeriesPlace,
): uPlot.Series {
  const stroke = seriesColour(look.style, colour ?? index);
  // The lowest stacked area is filled down to zero, each other one down to the one below.
  const isFilled = kind === 'area' && (data.isStacked !== true || index === 0);
  const plain: uPlot.Series = { label, stroke, width: 1.5, points: { show: data.x.length < 2 } };
  if (kind === 'bars') {
    return { ...plain, width: 0, fill: stroke, ...(look.paths.bars && { paths: look.paths.bars }) };
  }
  return isFilled ? { ...plain, fill: faded(stroke) } : plain;
}

/** Bands between stacked series, and between the named ones. */
function bandsOf({ series, isStacked = false, bands = [] }: ChartData, style: CSSStyleDeclaration): uPlot.Band[] {
  const named = bands.map(
    ({ low, high }): uPlot.Band => ({
      series: [high + 1, low + 1],
      fill: faded(seriesColour(style, series[high]?.colour ?? high)),
    }),
  );
  if (!isStacked) return named;
  const between = series.slice(1).map(
    (each, index): uPlot.Band => ({
      series: [index + 2, index + 1],
      fill: faded(seriesColour(style, each.colour ?? index + 1)),
    }),
  );
  return [...named, ...between];
}

/** A colour at 20 % opacity. */
function faded(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}33` : colour;
}
