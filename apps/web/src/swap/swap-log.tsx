import { buttonClass } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { PendingSwaps, useSentSwaps } from './pending-swaps.tsx';
import { swapLogQuery } from './swap-queries.ts';
import { SwapCard } from './views/swap-card.tsx';

export type SwapLogProps = { readonly account: string };

/** The account's swaps, below those sent from this device that no block includes yet. */
export function SwapLog({ account }: SwapLogProps) {
  const t = useTranslations('swap');
  const sent = useSentSwaps(account);
  const log = useInfiniteQuery(swapLogQuery(account, { hasPending: sent.length > 0 }));
  return (
    <>
      <PendingSwaps account={account} isAboveLog />
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
