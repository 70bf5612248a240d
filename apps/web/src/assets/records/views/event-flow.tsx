import type { Currency } from '@city-mint/domain/ledger/currencies';
import { use } from 'react';
import { useTranslations } from 'use-intl';
import { AreAmountsHidden } from '#ui/amount.tsx';
import { dayOf } from '#ui/bars.tsx';
import { chartHeights } from '#ui/chart-heights.ts';
import type { EventKind } from '../../assets-search.ts';
import { isShown, KINDS, type Sums, sumOf } from '../event-kinds.ts';

export type EventFlowProps = {
  readonly sums: Sums;
  /** The only kind to show; both by default. */
  readonly kind: EventKind | undefined;
  readonly currency: Currency;
};

/** A bar up for the inflow and one down for the outflow of each day, on one scale; none while amounts are hidden. */
export function EventFlow({ sums: { spans }, kind, currency }: EventFlowProps) {
  const t = useTranslations('assets.record');
  const time = useTranslations('time.chart');
  const isHidden = use(AreAmountsHidden);
  if (isHidden) return null;
  const movedOn = (one: EventKind, span: Sums['spans'][number]) =>
    isShown(one, kind) ? sumOf(span, one)[currency] : '0';
  const heights = chartHeights(KINDS.flatMap((one) => spans.map((span) => movedOn(one, span))));
  const width = 100 / spans.length;
  return (
    <figure className="mt-2">
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" className="h-16 w-full" aria-hidden="true">
        <path d="M0 20H100" className="stroke-line" strokeWidth="1" vectorEffect="non-scaling-stroke" />
        {spans.map(({ from }, index) => {
          const [up = 0, down = 0] = [heights[index], heights[spans.length + index]];
          const bar = { x: index * width + width * 0.15, width: Math.min(width * 0.7, 6) };
          return (
            <g key={from}>
              <rect {...bar} y={20 - up * 19} height={up * 19} className="fill-accent" />
              <rect {...bar} y={20} height={down * 19} className="fill-muted opacity-60" />
            </g>
          );
        })}
      </svg>
      <div className="sr-only">
        <table>
          <caption>{t('days', { currency })}</caption>
          <thead>
            <tr>
              <th>{time('day')}</th>
              {KINDS.map((one) => (
                <th key={one}>{t(one)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {spans.map((span) => (
              <tr key={span.from}>
                <th>{dayOf(span.from)}</th>
                {KINDS.map((one) => (
                  <td key={one}>{movedOn(one, span)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
