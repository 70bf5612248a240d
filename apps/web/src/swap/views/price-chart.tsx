import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatPrice, formatRange } from '#platform/format.ts';
import { LineChart } from '#ui/line-chart.tsx';
import { type PricePoint, priceLine } from '../price-line.ts';

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
  return (
    <div className="flex flex-col gap-1.5">
      <p className="pair text-xs text-muted figures" aria-hidden="true">
        <span className="text-base font-semibold text-ink">{price}</span>
        <span>{marked === null ? '' : formatRange(marked.from, marked.to)}</span>
      </p>
      <LineChart
        lines={[{ name: 'price', runs: line.runs, colour: isFalling ? 'text-danger' : 'text-success', isFilled: true }]}
        baseline={line.baseline}
        count={points.length}
        index={index}
        onPick={setChosen}
        label={t('pick')}
        valueText={marked === null ? '—' : `${price}, ${formatRange(marked.from, marked.to)}`}
      />
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
