import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Skeleton, SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { getRouteApi } from '#platform/router/router.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { chosenRoundQuery } from '../history-queries.ts';
import { settledFileQuery, settledRoundsQuery } from './settled-queries.ts';
import type { SettledRoundProps } from './settled-round.tsx';
import { parseSettledSearch } from './settled-search.ts';
import { settledStatus } from './settled-status.ts';
import { SettledRow } from './views/settled-row.tsx';
import { WaitingRound } from './views/waiting-round.tsx';

const route = getRouteApi('/round', parseSettledSearch);

const SettledRound = lazyPart<SettledRoundProps>(
  ['settled', 'rounds'],
  async () => (await import('./settled-round.tsx')).SettledRound,
  <SkeletonRows rows={4} />,
);

/** A settled round for anyone: its result, its orders, and whether the contract has them; or the list of all. */
export function SettledPage() {
  const t = useTranslations('settled');
  const { id, from = 1 } = route.useSearch();
  return (
    <Page tabBar={false}>
      <PageHeader title={t(id === undefined ? 'list' : 'title')} backTo={id === undefined ? '/index' : '/round'} />
      {id === undefined ? <SettledRounds /> : <Settled key={id} roundId={id} from={from} />}
    </Page>
  );
}

function SettledRounds() {
  const t = useTranslations('settled');
  const rounds = useInfiniteQuery(settledRoundsQuery);
  return (
    <InfiniteList
      label={t('list')}
      query={rounds}
      keyOf={({ roundId }) => roundId}
      renderItem={(round) => <SettledRow round={round} />}
      empty={<EmptyState icon="city" title={t('none')} />}
    />
  );
}

function Settled({ roundId, from }: { readonly roundId: string; readonly from: number }) {
  const t = useTranslations('settled');
  const round = useQuery(chosenRoundQuery(roundId));
  const file = useQuery(settledFileQuery(roundId));
  const status = settledStatus(round, file);
  // Beside its replies.
  useEffect(() => void SettledRound.preload(), []);
  switch (status.kind) {
    case 'loading':
      return (
        <>
          <Skeleton className="h-[2rem] w-full rounded-2xl" />
          <SkeletonRows rows={4} />
        </>
      );
    case 'failed':
      return <ErrorState error={status.error} onRetry={() => void Promise.all([round.refetch(), file.refetch()])} />;
    case 'unknown':
      return <EmptyState icon="city" title={t('unknown', { roundId })} />;
    case 'unreadable':
      return <Notice kind="danger">{t('unreadable')}</Notice>;
    case 'waiting':
      return <WaitingRound round={status.round} />;
    case 'settled':
      return <SettledRound {...status} from={from} />;
  }
}
