import { shareBps } from '#ui/share-bps.ts';

export type CoinPart = {
  readonly label: string;
  /** An exact decimal string in JU. */
  readonly value: string;
  /** The CSS class of its colour. */
  readonly colour: string;
};

const NOTCHES = 72;

type AssetCoinProps = { readonly label: string; readonly parts: readonly CoinPart[]; readonly total: string };

/** The parts of a value as the notches of a coin's edge; with the shares as a table for screen readers. */
export function AssetCoin({ label, parts, total }: AssetCoinProps) {
  const shares = parts.map(({ value }) => shareBps(value, total));
  const ends = notchEnds(shares);
  return (
    <div className="relative size-20 shrink-0">
      <svg viewBox="-50 -50 100 100" className="size-full -rotate-90" fill="none" aria-hidden="true">
        {parts.map(({ label: name, colour }, index) => (
          <path
            key={name}
            d={notches(ends[index - 1] ?? 0, ends[index] ?? 0)}
            className={`stroke-current ${colour}`}
            strokeWidth="2.6"
            strokeLinecap="round"
          />
        ))}
        <circle r="33" className="stroke-hero-line/40" strokeWidth="0.8" strokeDasharray="1 2.4" />
      </svg>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <tbody>
            {parts.map(({ label: name }, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{percentOf(shares[index] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Returns the index at which each part's notches end: in proportion, at least one per part, 72 in all. */
export function notchEnds(shares: readonly number[]): readonly number[] {
  const all = shares.reduce((sum, share) => sum + share, 0);
  let before = 0;
  return shares.map((share, index) => {
    before += share;
    const exact = all === 0 ? 0 : Math.round((before * NOTCHES) / all);
    const left = shares.length - 1 - index;
    return Math.max(index + 1, Math.min(exact, NOTCHES - left));
  });
}

/** Returns basis points as a percentage without decimals; `<1%` for less than one. */
export function percentOf(bps: number): string {
  return bps > 0 && bps < 100 ? '<1%' : `${Math.round(bps / 100)}%`;
}

function notches(from: number, to: number): string {
  let path = '';
  for (let index = from; index < to; index += 1) {
    const angle = ((index + 0.5) / NOTCHES) * 2 * Math.PI;
    const point = (radius: number) =>
      `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
    path += `M${point(38)}L${point(46)}`;
  }
  return path;
}
