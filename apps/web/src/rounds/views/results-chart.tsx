import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { type ResultBar, resultBars } from '../result-bars.ts';
import type { OrderTotals } from './order-totals.tsx';

type Days = OrderTotals['days'];

/** Fewer have bars of the same width, on the left: a day or two do not become walls. */
const FEW_DAYS = 10;

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
          <Key colour="bg-gold" name={t('fmc')} />
          <Key colour="bg-accent" name={t('gain')} />
          <Key colour="bg-danger" name={t('loss')} />
        </p>
        <Drawing bars={bars} />
        <p
          className={`mt-1.5 flex gap-1 text-xs text-muted figures ${days.length < FEW_DAYS ? '' : 'justify-between'}`}
          aria-hidden="true"
        >
          <span>{utcDay(first.at)}</span>
          {days.length > 1 && days.length < FEW_DAYS && <span>–</span>}
          {days.length > 1 && <span>{utcDay(last.at)}</span>}
        </p>
        <ResultsTable days={days} />
      </Card>
    </div>
  );
}

function Key({ colour, name }: { readonly colour: string; readonly name: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`size-2 rounded-full ${colour}`} />
      {name}
    </span>
  );
}

/** Bars of the highest 40 over the line, and of the highest 20 below it. */
function Drawing({ bars }: { readonly bars: readonly ResultBar[] }) {
  const width = 100 / Math.max(bars.length, FEW_DAYS);
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
