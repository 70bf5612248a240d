import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queryClient } from '#platform/query-client.ts';
import { assetsKeys, assetsQuery, latestRechargesQuery } from './assets-queries.ts';
import { receiptQuery } from './chain-queries.ts';
import { acknowledgeSent, forgetAcknowledged, useSentTransactions } from './sent-transactions.ts';
import { type TrackedRecharge, trackRecharges } from './track-recharges.ts';

type Input = {
  readonly account: string;
  readonly confirmationsNeeded: number;
  /** Called once for each recharge sent from this device, when it is in the assets. */
  readonly onCredited: () => void;
};

/** Recharges that are under way, followed live from the wallet to the assets, also after a reload. */
export function useTrackedRecharges({ account, confirmationsNeeded, onCredited }: Input): readonly TrackedRecharge[] {
  const all = useSentTransactions((state) => state.sent);
  const sent = all.filter(
    (entry) => entry.withdrawalId === null && entry.address.toLowerCase() === account.toLowerCase(),
  );
  const assets = useQuery(assetsQuery(account));
  const latest = useQuery({ ...latestRechargesQuery(account), enabled: sent.some((entry) => !entry.told) });
  const events = [...(latest.data?.items ?? []), ...(assets.data?.pendingRecharges ?? [])];
  const known = new Set(events.map(({ txHash }) => txHash));
  const receipts = useQueries({
    queries: sent.map(({ hash }) => ({ ...receiptQuery(hash), enabled: !known.has(hash) })),
  });
  const reverted = sent.flatMap(({ hash }, index) => (receipts[index]?.data === 'reverted' ? [hash] : []));
  const tracked = trackRecharges({ sent, events, reverted, confirmationsNeeded });

  const credited = tracked.filter(({ stage }) => stage === 'credited').map(({ hash }) => hash);
  const tell = useEffectEvent(() => {
    const news = credited.filter((hash) => acknowledgeSent(hash));
    if (news.length === 0) return;
    void queryClient.invalidateQueries({ queryKey: assetsKeys.allBalances });
    onCredited();
  });
  const creditedKey = credited.join();
  useEffect(() => {
    if (creditedKey !== '') tell();
  }, [creditedKey]);
  // What arrived stays in sight until the screen is left.
  useEffect(() => forgetAcknowledged, []);
  return tracked;
}
