import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatPrice, formatRange } from '#platform/format.ts';
import { type PricePoint, priceLine } from '../price-line.ts';

const [WIDTH, HEIGHT] = [320, 120];
/** Room above and below the line. */
const MARGIN = 10;

/**
 * The price over time with a point that the user moves by dragging or arrow keys, and its figures as a table for screen
 * readers.
 */
export function PriceChart({ points }: { readonly points: readonly PricePoint[] }) {
  const t = useTranslations('price');
  const [chosen, setChosen] = useState<number | null>(null);
  const line = priceLine(points);
  const marked = chosen === null ? line.last : (points[chosen] ?? line.last);
  const isFalling = Number(line.last?.price ?? 0) < Number(line.first?.price ?? 0);
  const index = marked === null ? points.length - 1 : points.indexOf(marked);
  const price = marked?.price == null ? '—' : `${formatPrice(marked.price)} JU`;
  const at = line.runs.flat().find((place) => place.index === index);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="pair text-xs text-muted figures" aria-hidden="true">
        <span className="text-base font-semibold text-ink">{price}</span>
        <span>{marked === null ? '' : formatRange(marked.from, marked.to)}</span>
      </p>
      <div className="relative">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className={`w-full overflow-visible ${isFalling ? 'text-danger' : 'text-success'}`}
          aria-hidden="true"
        >
          {line.baseline !== null && (
            <path d={`M0 ${down(line.baseline)}H${WIDTH}`} stroke="var(--line)" strokeDasharray="2 3" />
          )}
          {line.runs.map((run) => (
            <g key={run[0]?.index}>
              <path d={`${path(run)}V${HEIGHT}H${across(run[0]?.x ?? 0)}Z`} fill="currentColor" fillOpacity="0.1" />
              <path d={path(run)} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
            </g>
          ))}
          {at !== undefined && (
            <g>
              <path d={`M${across(at.x)} 0V${HEIGHT}`} stroke="currentColor" strokeOpacity="0.35" />
              <circle
                cx={across(at.x)}
                cy={down(at.y)}
                r="4.5"
                fill="currentColor"
                stroke="var(--surface)"
                strokeWidth="2"
              />
            </g>
          )}
        </svg>
        <input
          type="range"
          className="absolute inset-0 size-full cursor-crosshair opacity-0"
          aria-label={t('pick')}
          min={0}
          max={Math.max(points.length - 1, 0)}
          value={index}
          aria-valuetext={marked === null ? '—' : `${price}, ${formatRange(marked.from, marked.to)}`}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </div>
      <div className="sr-only">
        <table>
          <caption>{t('title')}</caption>
          <tbody>
            {points.map(({ from, to, price: mean, changes }) => (
              <tr key={from}>
                <td>{formatRange(from, to)}</td>
                <td>{mean === null ? '—' : `${mean} JU`}</td>
                <td>{t('changes', { count: changes })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type Place = { readonly x: number; readonly y: number };

function path(run: readonly Place[]): string {
  // A run of one point is drawn as a short line.
  const ends = run.length === 1 ? [...run, ...run] : run;
  return `M${ends.map(({ x, y }, index) => `${across(x) + (run.length === 1 ? index * 2 : 0)} ${down(y)}`).join('L')}`;
}

const across = (x: number) => Math.round(x * WIDTH * 10) / 10;
const down = (y: number) => Math.round((MARGIN + y * (HEIGHT - 2 * MARGIN)) * 10) / 10;
