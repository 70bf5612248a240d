import { buttonClass } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Hash } from 'viem';
import { getRouteApi, Link } from '#platform/router/router.tsx';
import { activeChain } from '#session/active-chain.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { swapFailureQuery, swapQuery } from './swap-queries.ts';
import { parseSwapDetailSearch } from './swap-search.ts';
import { SwapDetail } from './views/swap-detail.tsx';

const route = getRouteApi('/swapDetail', parseSwapDetailSearch);

/** One swap of the account: in progress, completed or failed. */
export function SwapDetailPage() {
  const t = useTranslations('swap.detail');
  const { id } = route.useSearch();
  const { address } = useVisitor();
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/swap?tab=log" />
      <SessionGate text={t('gate')}>
        {id === undefined || address === null ? <NoSwap /> : <Swap swapId={id} account={address} />}
      </SessionGate>
    </Page>
  );
}

function Swap({ swapId, account }: { readonly swapId: string; readonly account: string }) {
  const query = useQuery(swapQuery(account, swapId));
  const { status, txHash } = query.data ?? {};
  const isFailed = status === 'failed';
  const failure = useQuery({ ...swapFailureQuery((txHash ?? '0x') as Hash), enabled: isFailed });
  if (query.isPending) return <SkeletonRows rows={5} />;
  if (query.data === null) return <NoSwap />;
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const explorer = activeChain.blockExplorers?.default.url ?? null;
  return (
    <SwapDetail
      swap={query.data}
      failure={failure.data ?? null}
      explorerUrl={explorer === null ? null : `${explorer}/tx/${query.data.txHash}`}
    />
  );
}

function NoSwap() {
  const t = useTranslations('swap.detail');
  return (
    <EmptyState
      icon="swap"
      title={t('notFound')}
      text={t('notFoundText')}
      action={
        <Link to="/swap" search={{ tab: 'log' }} className={buttonClass('soft', 'small')}>
          {t('toLog')}
        </Link>
      }
    />
  );
}
