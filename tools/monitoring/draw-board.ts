import type { Dashboard } from './read-expressions.ts';

/** A series: its points are UTC seconds and a value. */
export type Line = { readonly name: string; readonly points: readonly (readonly [number, number])[] };

export type DrawnPanel = Dashboard['panels'][number] & { readonly lines: readonly Line[] };

type Board = {
  readonly title: string;
  /** In pixels. */
  readonly width: number;
  /** UTC seconds. */
  readonly range: { readonly start: number; readonly end: number };
  readonly panels: readonly DrawnPanel[];
};

const COLORS = ['#2f6fd6', '#d6752f', '#2f9e62', '#9a4fc4', '#c43b52', '#5b8a9c', '#a58a1f', '#6b6b6b'];
const COLUMNS = 24;
const ROW_PX = 26;
const [LEFT, TOP, BOTTOM] = [58, 8, 20];
/** Of a panel's title and its legend. */
const AROUND_PX = 52;

/** Returns the HTML of a dashboard: each panel in its place, a figure, or lines over time in UTC. */
export function drawBoard({ title, width, range, panels }: Board): string {
  const unit = (width - 16) / COLUMNS;
  const boxes = panels.map((panel) => {
    const { x, y, w, h } = panel.gridPos;
    const size = { width: w * unit - 8, height: h * ROW_PX - 8 };
    const place = `left:${8 + x * unit}px;top:${44 + y * ROW_PX}px;width:${size.width}px;height:${size.height}px`;
    const body = panel.type === 'stat' ? drawFigure(panel) : drawLines(panel, { ...size, range });
    return `<section style="${place}"><h2>${escapeText(panel.title)}</h2>${body}</section>`;
  });
  const rows = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));
  return `<!doctype html><style>
    body { margin: 0; height: ${rows * ROW_PX + 52}px; position: relative; background: #f4f5f5; font: 12px sans-serif }
    h1 { margin: 0; padding: 12px 10px; font-size: 16px } h2 { margin: 5px 8px; font-size: 12px }
    section { position: absolute; background: #fff; border: 1px solid #ddd; box-sizing: border-box }
    .figure { font-size: 30px; text-align: center; color: #1a7f37 } text { font-size: 10px; fill: #555 }
    .legend { padding: 0 8px; white-space: nowrap; overflow: hidden }
    .legend i { font-style: normal; margin-right: 10px }
  </style><h1>City Mint / ${escapeText(title)}</h1>${boxes.join('')}`;
}

function drawFigure({ lines, fieldConfig: { defaults } }: DrawnPanel): string {
  const last = lines[0]?.points.at(-1)?.[1];
  return `<div class="figure">${last === undefined ? 'No data' : format(last, defaults.unit)}</div>`;
}

type Area = { readonly width: number; readonly height: number; readonly range: Board['range'] };

function drawLines({ lines, fieldConfig: { defaults } }: DrawnPanel, { width, height, range }: Area): string {
  const [w, h] = [width - LEFT - 12, height - AROUND_PX - TOP - BOTTOM];
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value));
  if (values.length === 0) return '<div class="figure" style="color:#888">No data</div>';
  const low = defaults.unit === 'none' ? Math.min(...values) : 0;
  const high = Math.max(...values, low + 1e-3);
  const x = (at: number) => LEFT + ((at - range.start) / (range.end - range.start)) * w;
  const y = (value: number) => TOP + h - ((value - low) / (high - low)) * h;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const value = low + part * (high - low);
    return `<path d="M${LEFT} ${y(value)}h${w}" stroke="#e4e4e4"/>
      <text x="${LEFT - 6}" y="${y(value) + 3}" text-anchor="end">${format(value, defaults.unit)}</text>`;
  });
  const times = [0, 1, 2, 3].map((third) => {
    const at = range.start + (third / 3) * (range.end - range.start);
    const text = new Date(at * 1_000).toISOString().slice(11, 16);
    return `<text x="${x(at)}" y="${TOP + h + 15}" text-anchor="${third === 3 ? 'end' : 'start'}">${text}</text>`;
  });
  const paths = lines.map(({ points }, index) => {
    const path = points.map(([at, value], n) => `${n === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`);
    return `<path d="${path.join('')}" fill="none" stroke="${colorOf(index)}" stroke-width="1.5"/>`;
  });
  const legend = lines.map(({ name }, index) => `<i><b style="color:${colorOf(index)}">━</b> ${escapeText(name)}</i>`);
  return `<svg width="${width}" height="${height - AROUND_PX}">${[...grid, ...times, ...paths].join('')}</svg>
    <div class="legend">${legend.join('')}</div>`;
}

const colorOf = (index: number) => COLORS[index % COLORS.length];

const SUFFIXES: Readonly<Record<string, string>> = { s: ' s', reqps: '/s', ops: '/s' };

function format(value: number, unit: string): string {
  if (unit === 's' && value < 1) return `${rounded(value * 1_000)} ms`;
  if (unit === 'percentunit') return `${rounded(value * 100)} %`;
  if (unit === 'bytes') return `${rounded(value / 1_048_576)} MiB`;
  return rounded(value) + (SUFFIXES[unit] ?? '');
}

const rounded = (value: number) => String(Number(value.toPrecision(value >= 1_000 ? 6 : 3)));

const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
