import { type KeyboardEvent, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { type ChartData, chartOptions, drawnColumns } from './chart-options.ts';
import 'uplot/dist/uPlot.min.css';

type ChartCanvasProps = {
  readonly data: ChartData;
  readonly height: number;
  /** Accessible name: the chart's content, and that arrow keys read it. */
  readonly label: string;
  readonly format: (value: number) => string;
  readonly formatX: (x: number) => string;
  readonly point: number | null;
  readonly onPoint: (point: number | null) => void;
};

/** Focusable, so that the keyboard can read its points. */
const FOCUSABLE = { tabIndex: 0 };

/** The drawing of a chart, in the theme's colours and as wide as its container. */
export function ChartCanvas({ data, height, label, format, formatX, point, onPoint }: ChartCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  // Do not redraw when the parent renders with the same figures.
  const drawing = JSON.stringify(data);
  useEffect(() => {
    const target = box.current;
    if (target === null) return undefined;
    const shown: ChartData = JSON.parse(drawing);
    const draw = () => {
      plot.current?.destroy();
      const style = getComputedStyle(document.documentElement);
      const paths = { bars: uPlot.paths.bars?.({ size: [0.7, 40] }) };
      const look = { style, width: target.clientWidth, height, format, formatX, paths, onPoint };
      plot.current = new uPlot(chartOptions(shown, look), drawnColumns(shown), target);
    };
    draw();
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: target.clientWidth, height }));
    resized.observe(target);
    // The device may switch between light and dark.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => {
      dark.removeEventListener('change', draw);
      resized.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [drawing, height, format, formatX, onPoint]);
  const move = (event: KeyboardEvent) => {
    const to = pointOf(event.key, { point, last: data.x.length - 1 });
    if (to === null || plot.current === null) return;
    event.preventDefault();
    showPoint(plot.current, to);
  };
  return <div ref={box} role="application" {...FOCUSABLE} aria-label={label} className="min-w-0" onKeyDown={move} />;
}

/** Returns the point that a key selects, or null for another key. */
function pointOf(
  key: string,
  { point, last }: { readonly point: number | null; readonly last: number },
): number | null {
  const steps = new Map([
    ['ArrowLeft', (point ?? last + 1) - 1],
    ['ArrowRight', (point ?? -1) + 1],
    ['Home', 0],
    ['End', last],
  ]);
  const to = steps.get(key);
  return to === undefined ? null : Math.min(Math.max(to, 0), last);
}

/** Moves the cursor to a point, which the legend then shows. */
function showPoint(plot: uPlot, point: number): void {
  const x = plot.data[0]?.[point];
  if (x !== undefined && x !== null) plot.setCursor({ left: plot.valToPos(x, 'x'), top: 0 });
}
