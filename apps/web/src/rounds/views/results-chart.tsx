import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { resultBars } from '../result-bars.ts';
import type { OrderTotals } from './order-totals.tsx';
import { ColourKey, FEW_BARS, ResultDrawing } from './result-drawing.tsx';

type Days = OrderTotals['days'];

/** The reader's results by day: FMC upwards in gold, and below it what was gained or lost in JU. */
export function ResultsChart({ days }: { readonly days: Days }) {
  const t = useTranslations('orders.results');
  const bars = resultBars(days);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <div className="flex flex-col gap-2.5">
      <SectionTitle aside={t('days', { count: days.length })}>{t('title')}</SectionTitle>
      <Card>
        <p className="mb-2 flex flex-wrap gap-x-4 text-xs text-muted" aria-hidden="true">
          <ColourKey colour="bg-gold" name={t('fmc')} />
          <ColourKey colour="bg-accent" name={t('gain')} />
          <ColourKey colour="bg-danger" name={t('loss')} />
        </p>
        <ResultDrawing bars={bars} />
        <p
          className={`mt-1.5 flex gap-1 text-xs text-muted figures ${days.length < FEW_BARS ? '' : 'justify-between'}`}
          aria-hidden="true"
        >
          <span>{utcDay(first.at)}</span>
          {days.length > 1 && days.length < FEW_BARS && <span>–</span>}
          {days.length > 1 && <span>{utcDay(last.at)}</span>}
        </p>
        <ResultsTable days={days} />
      </Card>
    </div>
  );
}

function ResultsTable({ days }: { readonly days: Days }) {
  const t = useTranslations('orders.results');
  return (
    <div className="sr-only">
      <table>
        <caption>{t('title')}</caption>
        <thead>
          <tr>
            <th>{t('day')}</th>
            <th>{t('orders')}</th>
            <th>FMC</th>
            <th>JU</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ at, orders, fmc, netJu }) => (
            <tr key={at}>
              <th>{utcDay(at)}</th>
              <td>{orders}</td>
              <td>
                <data value={fmc}>{fmc}</data>
              </td>
              <td>
                <data value={netJu}>{netJu}</data>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `11/21`: the days are those of UTC. */
function utcDay(at: number): string {
  return new Date(at).toISOString().slice(5, 10).replace('-', '/');
}
