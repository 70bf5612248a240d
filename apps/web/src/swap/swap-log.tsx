import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { receiptQuery } from '#assets/chain-queries.ts';
import { queryClient } from '#platform/query-client.ts';
import { Link } from '#platform/router/router.tsx';
import { showToast } from '#platform/toast-store.ts';
import { isSameAddress } from '#session/visitor-stage.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { SectionTitle } from '#ui/section-title.tsx';
import { poolKeys } from './pool-queries.ts';
import { sentSwaps } from './sent-swaps.ts';
import { swapLogQuery } from './swap-queries.ts';
import { PendingSwap, type SentSwapStage } from './views/pending-swap.tsx';
import { SwapCard } from './views/swap-card.tsx';

/** The account's final swaps, below those that this device has sent and that are not final. */
export function SwapLog({ account }: { readonly account: string }) {
  const t = useTranslations('swap');
  const sent = useSentSwaps(account);
  const log = useInfiniteQuery(swapLogQuery(account, { hasPending: sent.length > 0 }));
  return (
    <>
      <PendingSwaps account={account} />
      <InfiniteList
        label={t('log')}
        query={log}
        keyOf={({ swapId }) => swapId}
        renderItem={(swap) => <SwapCard swap={swap} />}
        empty={
          sent.length === 0 ? (
            <EmptyState
              icon="swap"
              title={t('empty')}
              text={t('emptyText')}
              action={
                <Link to="/swap" className={buttonClass('soft', 'small')}>
                  {t('toSwap')}
                </Link>
              }
            />
          ) : null
        }
      />
    </>
  );
}

/** The swaps that this device has sent, until the log has them; nothing while there are none. */
export function PendingSwaps({ account }: { readonly account: string }) {
  const t = useTranslations('swap');
  const sent = useSentSwaps(account);
  const log = useInfiniteQuery({ ...swapLogQuery(account, { hasPending: true }), enabled: sent.length > 0 });
  const receipts = useQueries({ queries: sent.map(({ hash }) => receiptQuery(hash)) });
  const listed = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const completed = new Set(listed.filter(({ status }) => status === 'completed').map(({ txHash }) => txHash));
  const finalHashes = sent.filter(({ hash }) => completed.has(hash)).map(({ hash }) => hash);
  const finish = useEffectEvent(() => {
    for (const hash of finalHashes) sentSwaps.remove(hash);
    void queryClient.invalidateQueries({ queryKey: poolKeys.allMarkets });
    showToast(t('done'), 'success');
  });
  const finalKey = finalHashes.join();
  useEffect(() => {
    if (finalKey !== '') finish();
  }, [finalKey]);
  useEffect(() => sentSwaps.followOtherTabs(), []);
  if (sent.length === 0) return null;
  const stageOf = (index: number): SentSwapStage => {
    const status = receipts[index]?.data ?? null;
    return status === null ? 'sent' : status === 'success' ? 'mined' : 'reverted';
  };
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('pending.title')}</SectionTitle>
      {sent.map((swap, index) => (
        <PendingSwap key={swap.hash} swap={swap} stage={stageOf(index)} onDismiss={() => sentSwaps.remove(swap.hash)} />
      ))}
    </section>
  );
}

function useSentSwaps(account: string) {
  return sentSwaps.useStore((state) => state.entries).filter(({ address }) => isSameAddress(address, account));
}
