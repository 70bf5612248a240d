import { type ResultBar, resultBars } from './result-bars.ts';

/**
 * With fewer bars, each keeps this share of the width, from the left, so that one or two days do not fill the chart.
 */
const FEW_BARS = 10;

type ResultFrameProps = {
  readonly points: Parameters<typeof resultBars>[0];
  /** Names of the upward bars, and of the two colours below the line. */
  readonly names: { readonly fmc: string; readonly gain: string; readonly loss: string };
  /** Names of the first and the last bar. */
  readonly ends: readonly [first: string, last: string];
};

/** The bars of results, with their colour key and the names of both ends; a table next to it serves screen readers. */
export function ResultFrame({ points, names, ends: [first, last] }: ResultFrameProps) {
  const isFew = points.length < FEW_BARS;
  return (
    <div aria-hidden="true">
      <p className="mb-2 flex flex-wrap gap-x-4 text-xs text-muted">
        <ColourKey colour="bg-gold" name={names.fmc} />
        <ColourKey colour="bg-accent" name={names.gain} />
        <ColourKey colour="bg-danger" name={names.loss} />
      </p>
      <ResultDrawing bars={resultBars(points)} />
      <p className={`mt-1.5 flex gap-1 text-xs text-muted figures ${isFew ? '' : 'justify-between'}`}>
        <span>{first}</span>
        {points.length > 1 && isFew && <span>–</span>}
        {points.length > 1 && <span>{last}</span>}
      </p>
    </div>
  );
}

/** The meaning of a colour in a drawing. */
export function ColourKey({ colour, name }: { readonly colour: string; readonly name: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`size-2 rounded-full ${colour}`} />
      {name}
    </span>
  );
}

/** FMC upwards in gold, at most 40 high; JU gained or lost below the line, at most 20 high. */
function ResultDrawing({ bars }: { readonly bars: readonly ResultBar[] }) {
  const width = 100 / Math.max(bars.length, FEW_BARS);
  return (
    <svg viewBox="0 0 100 64" preserveAspectRatio="none" className="h-28 w-full" aria-hidden="true">
      {bars.map(({ at, fmc, ju, isLoss }, index) => (
        <g key={at}>
          <rect
            x={index * width + width * 0.18}
            y={41 - Math.max(fmc * 40, 0.6)}
            width={width * 0.64}
            height={Math.max(fmc * 40, 0.6)}
            className={fmc === 0 ? 'fill-line' : 'fill-gold'}
          />
          <rect
            x={index * width + width * 0.18}
            y={43}
            width={width * 0.64}
            height={Math.max(ju * 20, 0.6)}
            className={ju === 0 ? 'fill-line' : isLoss ? 'fill-danger' : 'fill-accent'}
          />
        </g>
      ))}
    </svg>
  );
}
