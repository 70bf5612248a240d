import { formatAmount } from '@city-mint/domain/money/amount-text';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import type { Pool } from '../pool.ts';

const WIDTH = 320;
const HEIGHT = 96;
/** The curve extends from the pool's FMC divided by this factor to its multiple. */
const SPAN = 2.2;
const STEPS = 48;

type PoolCurveProps = {
  readonly pool: Pool;
  /** The pool after the swap; null without an input. */
  readonly after: Pool | null;
};

/**
 * The curve on which every swap moves the pool: the product of both reserves is constant. A ring is the current pool, a
 * disc the pool after the swap; the greater their distance, the worse the price.
 */
export function PoolCurve({ pool, after }: PoolCurveProps) {
  const t = useTranslations('swap.price');
  const [nowX, nowY] = pointAt(1);
  const afterShare = after === null ? 1 : Number((after.fmc * 1_000_000n) / pool.fmc) / 1_000_000;
  const [afterX, afterY] = pointAt(Math.min(SPAN, Math.max(1 / SPAN, afterShare)));
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-full overflow-visible" aria-hidden="true">
        {HATCH.map((d) => (
          <path key={d} d={d} stroke="currentColor" strokeWidth="0.6" opacity="0.22" />
        ))}
        <path d={CURVE} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        <circle cx={nowX} cy={nowY} r="5" fill="var(--hero)" stroke="currentColor" strokeWidth="2" />
        {after !== null && (
          <g className="transition-transform duration-300" style={{ transform: `translate(${afterX}px, ${afterY}px)` }}>
            <circle r="5.5" className="fill-gold" />
          </g>
        )}
      </svg>
      <figcaption className="sr-only">
        <table>
          <caption>{t('curve')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('pool')}</th>
              <th scope="col">FMC</th>
              <th scope="col">JU</th>
            </tr>
          </thead>
          <tbody>
            <Row label={t('now')} pool={pool} />
            {after !== null && <Row label={t('after')} pool={after} />}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}

function Row({ label, pool }: { readonly label: string; readonly pool: Pool }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{shown(pool.fmc)}</td>
      <td>{shown(pool.ju)}</td>
    </tr>
  );
}

function shown(units: bigint): string {
  return shownAmount(formatAmount(units));
}

/** The point at which the pool has `share` times its FMC: logarithmic across, the remaining JU upwards. */
function pointAt(share: number): readonly [number, number] {
  const across = (Math.log(share) / Math.log(SPAN) + 1) / 2;
  const up = (1 / share - 1 / SPAN) / (SPAN - 1 / SPAN);
  return [Math.round(across * WIDTH * 10) / 10, Math.round((1 - up) * (HEIGHT - 16) * 10) / 10 + 8];
}

const POINTS = Array.from({ length: STEPS + 1 }, (_unused, step) => pointAt(SPAN ** ((2 * step) / STEPS - 1)));
const CURVE = `M${POINTS.map(([x, y]) => `${x} ${y}`).join('L')}`;
/** The engraving under the curve. */
const HATCH = POINTS.map(([x, y]) => `M${x} ${y}V${HEIGHT}`);
