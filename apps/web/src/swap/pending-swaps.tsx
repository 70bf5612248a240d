import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { configQuery } from '#assets/assets-queries.ts';
import { receiptQuery } from '#assets/chain/chain-queries.ts';
import { queryClient } from '#platform/query-client.ts';
import { isSameAddress } from '#platform/same-address.ts';
import { serverNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast-store.ts';
import { poolKeys } from './pool-queries.ts';
import { type SentSwap, sentSwaps } from './sent-swaps.ts';
import { swapFailureQuery, swapLogQuery, swapReportQuery } from './swap-queries.ts';
import { type TrackedSwap, trackSwaps } from './track-swaps.ts';
import { PendingSwap } from './views/pending-swap.tsx';

type PendingSwapsProps = {
  readonly account: string;
  /** The log is shown below, so swaps in it are omitted here. */
  readonly isAboveLog?: boolean;
};

/** The swaps sent from this device, from the wallet to the final block; they survive a reload. */
export function PendingSwaps({ account, isAboveLog = false }: PendingSwapsProps) {
  const t = useTranslations('swap');
  const sent = useSentSwaps(account);
  const tracked = useTrackedSwaps(account, sent).filter(({ isLogged }) => !(isAboveLog && isLogged));
  useEffect(() => sentSwaps.followOtherTabs(), []);
  if (tracked.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('pending.title')}</SectionTitle>
      {tracked.map((swap) => (
        <Pending key={swap.swap.hash} tracked={swap} />
      ))}
    </section>
  );
}

function Pending({ tracked }: { readonly tracked: TrackedSwap }) {
  const { hash } = tracked.swap;
  const failure = useQuery({ ...swapFailureQuery(hash), enabled: tracked.stage === 'reverted' });
  return <PendingSwap tracked={tracked} failure={failure.data ?? null} onDismiss={() => sentSwaps.remove(hash)} />;
}

/** Tracks sent swaps, reports them to the server, and notifies once when they are final. */
function useTrackedSwaps(account: string, sent: readonly SentSwap[]): readonly TrackedSwap[] {
  const t = useTranslations('swap');
  const { data: config } = useQuery({ ...configQuery, enabled: sent.length > 0 });
  const log = useInfiniteQuery({ ...swapLogQuery(account, { hasPending: true }), enabled: sent.length > 0 });
  const receipts = useQueries({ queries: sent.map(({ hash }) => receiptQuery(hash)) });
  const reports = useQueries({ queries: sent.map((swap) => swapReportQuery(swap)) });
  const tracked = trackSwaps(sent, {
    logged: log.data?.pages.flatMap(({ items }) => items) ?? [],
    receipts: new Map(sent.map(({ hash }, index) => [hash, receipts[index]?.data ?? null])),
    confirmationsNeeded: config?.confirmationsNeeded ?? 0,
    now: serverNow(),
  });
  const finalKey = tracked
    .filter(({ stage }, index) => stage === 'completed' && reports[index]?.isFetched === true)
    .map(({ swap }) => swap.hash)
    .join();
  const finish = useEffectEvent(() => {
    for (const hash of finalKey.split(',')) sentSwaps.remove(hash);
    void queryClient.invalidateQueries({ queryKey: poolKeys.allMarkets });
    showToast(t('done'), 'success');
  });
  useEffect(() => {
    if (finalKey !== '') finish();
  }, [finalKey]);
  return tracked;
}

/** Returns the swaps of an account that were sent from this device and are not known to be final. */
export function useSentSwaps(account: string): readonly SentSwap[] {
  return sentSwaps.useStore((state) => state.entries).filter(({ address }) => isSameAddress(address, account));
}
