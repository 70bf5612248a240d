import type { ResultBar } from '../result-bars.ts';

/** Fewer have bars of the same width, on the left: a day or two do not become walls. */
export const FEW_BARS = 10;

/** What a colour of a drawing is. */
export function ColourKey({ colour, name }: { readonly colour: string; readonly name: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`size-2 rounded-full ${colour}`} />
      {name}
    </span>
  );
}

/** FMC upwards in gold, of the highest 40 over the line, and of the highest 20 below it JU: gained or lost. */
export function ResultDrawing({ bars }: { readonly bars: readonly ResultBar[] }) {
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
