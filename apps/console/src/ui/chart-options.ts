import type uPlot from 'uplot';
import { timePlaces, timeRange, timeScaleOf } from './axis-places.ts';

/** A series of a chart: a figure for each point of x; null where there is none. */
export type ChartSeries = {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** `line` unless given. A band is between its lower series and this one. */
  readonly kind?: 'line' | 'area' | 'bars';
  /** One of the theme's colours, by its place. */
  readonly colour?: number;
};

/** A band between two series, by their places: from low to high. */
export type ChartBand = { readonly low: number; readonly high: number };

/** What a chart draws. */
export type ChartData = {
  /** Times in UTC milliseconds, or numbers of rounds, days and the like. */
  readonly x: readonly number[];
  readonly xKind: 'time' | 'number';
  readonly series: readonly ChartSeries[];
  /** The areas are put one on the other. */
  readonly isStacked?: boolean;
  readonly bands?: readonly ChartBand[];
};

/** The theme's colours for series, as custom properties of the document. */
const COLOURS = [
  ...(['--accent', '--chart-gold', '--chart-blue', '--danger'] as const),
  ...(['--muted', '--chart-violet', '--chart-teal', '--chart-orange'] as const),
] as const;

/** Returns the colour of the series at a place, as the theme has it now. */
export function seriesColour(style: CSSStyleDeclaration, place: number): string {
  return style.getPropertyValue(COLOURS[place % COLOURS.length] ?? '--accent').trim() || '#0b6b50';
}

/** Returns the columns that are drawn: the sums up to each series where they are stacked. */
export function drawnColumns({ x, xKind, series, isStacked = false }: ChartData): uPlot.AlignedData {
  // uPlot has times in seconds.
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

/** Returns what uPlot needs to draw: colours of the theme, no legend of its own, no zoom. */
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
  // A bar is as wide as its number.
  if (xKind === 'number')
    return { time: false, ...(hasBars && { range: (_plot, from, to) => [from - 0.5, to + 0.5] }) };
  const [from, to] = timeRange(x);
  return { time: true, range: [from / 1_000, to / 1_000] };
}

/** The width of a label and the room beside it, in pixels. */
const LABEL_WIDTHS = { days: 64, years: 80, seconds: 72, hours: 56, long: 108 } as const;

/** Where x is labelled: rounds at whole numbers; times not where the drawing's library would, which knows one zone. */
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

/** Amounts begin at zero, so that heights can be compared; what is negative has its own side. */
function rangeOf(low: number, high: number): [number, number] {
  // Where all is zero there is still an axis.
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
  // Of stacked areas the lowest is filled down to zero, the others down to the one below.
  const isFilled = kind === 'area' && (data.isStacked !== true || index === 0);
  const plain: uPlot.Series = { label, stroke, width: 1.5, points: { show: data.x.length < 2 } };
  if (kind === 'bars') {
    return { ...plain, width: 0, fill: stroke, ...(look.paths.bars && { paths: look.paths.bars }) };
  }
  return isFilled ? { ...plain, fill: faded(stroke) } : plain;
}

/** Between stacked series, and between those that were named. */
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

/** A colour at a fifth of its strength. */
function faded(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}33` : colour;
}
