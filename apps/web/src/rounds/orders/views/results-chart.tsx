import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { use } from 'react';
import { useTranslations } from 'use-intl';
import { AreAmountsHidden } from '#ui/amount.tsx';
import { ResultFrame } from '#ui/result-frame.tsx';
import type { OrderTotals } from './order-totals.tsx';

type Days = OrderTotals['days'];

/** With fewer days there is nothing to compare: the totals have the same figures. */
const FEWEST_DAYS = 3;

/** The user's results by day: a chart in FMC, and one of gains and losses in JU; neither while amounts are hidden. */
export function ResultsChart({ days }: { readonly days: Days }) {
  const t = useTranslations('orders.results');
  const isHidden = use(AreAmountsHidden);
  const [first, last] = [days[0], days.at(-1)];
  if (isHidden || first === undefined || last === undefined || days.length < FEWEST_DAYS) return null;
  return (
    <div className="flex flex-col gap-2.5">
      <SectionTitle aside={t('days', { count: days.length })}>{t('title')}</SectionTitle>
      <Card>
        <ResultFrame
          points={days}
          names={{ fmc: t('fmc'), gain: t('gain'), loss: t('loss') }}
          ends={[utcDay(first.at), utcDay(last.at)]}
        />
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

/** Formats a UTC day as `11/21`. */
function utcDay(at: number): string {
  return new Date(at).toISOString().slice(5, 10).replace('-', '/');
}
