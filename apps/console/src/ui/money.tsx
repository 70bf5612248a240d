import { withMinus } from '#platform/format.ts';
import { shownFigure } from '#platform/shown-figure.ts';

type MoneyProps = {
  /** A decimal text of the API, exact. */
  readonly value: string;
  readonly unit?: string;
  /** Decimals that are shown, cut off and not rounded; all of them are in the title. */
  readonly decimals?: number;
};

/** An amount in tabular figures; its exact value is in the title and in the attribute `data-value`. */
export function Money({ value, unit, decimals = 4 }: MoneyProps) {
  const [whole = '', fraction = ''] = value.split('.');
  const cut = fraction.slice(0, decimals);
  const isCut = fraction.length > decimals;
  const shown = withMinus(shownFigure(cut === '' ? whole : `${whole}.${cut}`));
  return (
    <span className="whitespace-nowrap figures" data-value={value} title={`${shownFigure(value)} ${unit ?? ''}`.trim()}>
      {shown}
      {isCut && <span className="text-muted">…</span>}
      {unit !== undefined && <span className="ml-1 text-muted text-xs">{unit}</span>}
    </span>
  );
}
