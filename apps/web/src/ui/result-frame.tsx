import { Amount } from './amount.tsx';
import { type ResultBar, type ResultChart, resultCharts } from './result-bars.ts';

type ResultFrameProps = {
  readonly points: Parameters<typeof resultCharts>[0];
  /** Names of the earnings in FMC, and of gains and losses in JU. */
  readonly names: { readonly fmc: string; readonly gain: string; readonly loss: string };
  /** Names of the first and the last bar. */
  readonly ends: readonly [first: string, last: string];
};

/**
 * A chart of the results in FMC and one of those in JU, each with its colour key and its largest figures; a table next
 * to it serves screen readers.
 */
export function ResultFrame({ points, names, ends: [first, last] }: ResultFrameProps) {
  const { fmc, ju } = resultCharts(points);
  return (
    <div aria-hidden="true" className="flex flex-col gap-2">
      {fmc.bars.length > 0 && (
        <div>
          <ColourKey colour={GAINS.FMC} name={names.fmc} />
          <ResultDrawing chart={fmc} unit="FMC" />
        </div>
      )}
      {ju.bars.length > 0 && (
        <div>
          <p className="flex flex-wrap gap-x-4">
            {ju.up > 0 && <ColourKey colour={GAINS.JU} name={names.gain} />}
            {ju.down > 0 && <ColourKey colour={LOSS} name={names.loss} />}
          </p>
          <ResultDrawing chart={ju} unit="JU" />
        </div>
      )}
      <p className="flex justify-between gap-1 text-xs text-muted figures">
        <span>{first}</span>
        {points.length > 1 && <span>{last}</span>}
      </p>
    </div>
  );
}

/** The meaning of a colour in a drawing. */
export function ColourKey({ colour, name }: { readonly colour: string; readonly name: string }) {
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted">
      <span className={`size-2 rounded-full ${colour}`} />
      {name}
    </span>
  );
}

type Unit = 'FMC' | 'JU';

const GAINS: Record<Unit, string> = { FMC: 'bg-gold', JU: 'bg-accent' };
const LOSS = 'bg-danger';

/** The widest bar, in percent of the chart. */
const WIDEST = 8;

/** Bars above and below a line, with their figures. */
function ResultDrawing({ chart: { bars, up, down }, unit }: { readonly chart: ResultChart; readonly unit: Unit }) {
  const slot = 100 / bars.length;
  const width = Math.min(slot * 0.64, WIDEST);
  return (
    <div className={`relative h-16 ${up > 0 ? 'mt-5' : 'mt-1'} ${down > 0 ? 'mb-5' : 'mb-1'}`}>
      <div className="absolute inset-x-0 border-t border-line" style={{ top: `${up * 100}%` }} />
      {bars.map((bar, index) => {
        const middle = (index + 0.5) * slot;
        const from = { [bar.isLoss ? 'top' : 'bottom']: `${(bar.isLoss ? up : down) * 100}%` };
        return (
          <div key={bar.at}>
            {bar.height > 0 && (
              <div
                className={`absolute min-h-0.5 ${bar.isLoss ? LOSS : GAINS[unit]}`}
                style={{ ...from, left: `${middle - width / 2}%`, width: `${width}%`, height: `${bar.height * 100}%` }}
              />
            )}
            {bar.isNamed && <Figure bar={bar} middle={middle} above={bar.isLoss ? up : down} />}
          </div>
        );
      })}
    </div>
  );
}

type FigureProps = { readonly bar: ResultBar; readonly middle: number; readonly above: number };

/** The figure at the end of a bar, moved inwards at the sides of the chart. */
function Figure({ bar, middle, above }: FigureProps) {
  const end = `${(above + bar.height) * 100}%`;
  return (
    <span
      className="absolute px-0.5 text-2xs font-medium text-ink"
      style={{ [bar.isLoss ? 'top' : 'bottom']: end, left: `${middle}%`, transform: `translateX(-${middle}%)` }}
    >
      <Amount value={bar.amount} signed compact />
    </span>
  );
}
