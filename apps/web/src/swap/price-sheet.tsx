import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Choice } from '@city-mint/ui/choice.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatChange, formatPrice, formatTime } from '#platform/format.ts';
import { colourOfChange } from '#ui/change-colour.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { type PriceRange, priceQuery } from './swap-queries.ts';
import { PriceChart } from './views/price-chart.tsx';

type Series = ReplyOf<'POST /api/app/price'>;

const RANGES = ['day', 'week', 'month', 'year'] as const satisfies readonly PriceRange[];
const WINDOWS = ['hour', 'day', 'week', 'month'] as const satisfies readonly (keyof Series['windows'])[];

/** The price of FMC over time: a chart of means, the means of an hour to 30 days with their changes, and the source. */
export function PriceSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTranslations('price');
  const [range, setRange] = useState<PriceRange>('week');
  const series = useQuery({ ...priceQuery(range), enabled: open });
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <div className="flex flex-col gap-4 pt-1 pb-2">
        <Choice
          label={t('range')}
          options={RANGES.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          value={range}
          onChange={setRange}
        />
        {series.data === undefined ? (
          series.isError ? (
            <ErrorState error={series.error} onRetry={() => void series.refetch()} />
          ) : (
            <Skeleton className="h-64" />
          )
        ) : (
          <Figures series={series.data} />
        )}
      </div>
    </Sheet>
  );
}

function Figures({ series }: { readonly series: Series }) {
  const t = useTranslations('price');
  const { points, windows, spot, readUntil } = series;
  return (
    <>
      {points.some(({ price }) => price !== null) ? (
        <PriceChart key={points[0]?.from} points={points} />
      ) : (
        <EmptyState icon="clock" title={t('none')} text={t('noneText')} />
      )}
      <table className="w-full text-sm figures">
        <caption className="sr-only">{t('means')}</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="pb-1 text-left font-normal">
              {t('range')}
            </th>
            <th scope="col" className="pb-1 text-right font-normal">
              {t('mean')}
            </th>
            <th scope="col" className="pb-1 text-right font-normal">
              {t('change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {WINDOWS.map((name) => {
            const { price, changeBps } = windows[name];
            return (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="py-2.5 text-left font-medium">
                  {name === 'hour' ? t('oneHour') : t(`ranges.${name}`)}
                </th>
                <td className="py-2.5 text-right">
                  {price === null ? '—' : <data value={price}>{formatPrice(price)} JU</data>}
                </td>
                <td className={`py-2.5 text-right font-semibold ${colourOfChange(changeBps)}`}>
                  {formatChange(changeBps)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="rounded-xl bg-sunken px-4 py-3 text-sm figures">
        <p className="pair">
          <span>{t('spot')}</span>
          <span className="font-semibold">
            {spot === null ? '—' : <data value={spot}>{formatPrice(spot)} JU</data>}
          </span>
        </p>
        <p className="mt-1 text-xs text-muted">{t('spotText')}</p>
      </div>
      <p className="text-xs text-muted figures">
        {t('source')} {readUntil !== null && t('until', { time: formatTime(readUntil) })}
      </p>
    </>
  );
}
