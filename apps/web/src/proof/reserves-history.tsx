import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Choice } from '@city-mint/ui/choice.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorState } from '#ui/error-state.tsx';
import { historyQuery } from './proof-queries.ts';
import { type ReservesPoint, reservesPoints } from './reserves-line.ts';
import { ReservesChart } from './views/reserves-chart.tsx';

type Currency = ReservesPoint['currency'];

const CURRENCIES: readonly Currency[] = ['JU', 'FMC'];

/** Liabilities and holdings over days, a currency at a time; earlier days on request. */
export function ReservesHistory() {
  const t = useTranslations('proof');
  const [currency, setCurrency] = useState<Currency>('JU');
  const query = useInfiniteQuery(historyQuery);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  if (query.isPending) return <Skeleton className="h-64" />;
  if (data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const days = data.pages.flatMap(({ items }) => items);
  return (
    <Card className="flex flex-col gap-3">
      <Choice
        label={t('history.title')}
        options={CURRENCIES.map((value) => ({ value, label: value }))}
        value={currency}
        onChange={setCurrency}
      />
      <ReservesChart key={currency} points={reservesPoints(days, currency)} />
      {hasNextPage && (
        <Button kind="plain" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('history.older')}
        </Button>
      )}
    </Card>
  );
}
