import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queryClient } from '#platform/query-client.ts';
import { serverNow } from '#platform/server-clock.ts';
import { assetsKeys, assetsQuery, latestRechargesQuery } from '../assets-queries.ts';
import type { Currency } from '../assets-search.ts';
import { receiptQuery } from '../chain/chain-queries.ts';
import { acknowledgeSent, forgetAcknowledged, sentTransactions } from '../chain/sent-transactions.ts';
import { type TrackedRecharge, trackRecharges } from './track-recharges.ts';

const ARRIVALS_REFRESH_MS = 3_000;
/** Refresh interval while a recharge is pending: one block per second. */
const TRACKED_REFRESH_MS = 1_000;

type TrackedRechargesInput = {
  readonly account: string;
  /** Only recharges of this currency are returned. */
  readonly currency: Currency;
  readonly confirmationsNeeded: number;
  /** Called once for the recharges sent from this device when they are credited. */
  readonly onCredited: () => void;
};

/** Returns the account's pending recharges, live, from the wallet to the system assets; they survive a reload. */
export function useTrackedRecharges(input: TrackedRechargesInput): readonly TrackedRecharge[] {
  const { account, currency, confirmationsNeeded, onCredited } = input;
  const sent = sentTransactions
    .useStore((state) => state.entries)
    .filter((entry) => entry.withdrawalId === null && entry.address.toLowerCase() === account.toLowerCase());
  // Transactions that the wallet sends after a reload, or after the user stopped waiting, are found only by polling.
  const assets = useQuery({ ...assetsQuery(account), refetchInterval: ARRIVALS_REFRESH_MS });
  const latestReply = useQuery({
    ...latestRechargesQuery(account),
    enabled: sent.length > 0,
    refetchInterval: TRACKED_REFRESH_MS,
  });
  const latest = latestReply.data?.items ?? [];
  // A cached reply may list recharges that have been credited since.
  const pending = assets.isFetchedAfterMount ? (assets.data?.pendingRecharges ?? []) : [];
  const reportedHashes = new Set(latest.map(({ txHash }) => txHash));
  const receipts = useQueries({
    queries: sent.map(({ hash }) => ({ ...receiptQuery(hash), enabled: !reportedHashes.has(hash) })),
  });
  const reverted = sent.flatMap(({ hash }, index) => (receipts[index]?.data === 'reverted' ? [hash] : []));
  const tracked = trackRecharges({ sent, latest, pending, reverted, confirmationsNeeded, now: serverNow() });

  const creditedHashes = tracked.filter(({ stage }) => stage === 'credited').map(({ hash }) => hash);
  const notifyOnce = useEffectEvent(() => {
    const newlyCredited = creditedHashes.filter((hash) => acknowledgeSent(hash));
    if (newlyCredited.length === 0) return;
    void queryClient.invalidateQueries({ queryKey: assetsKeys.allBalances });
    onCredited();
  });
  const creditedKey = creditedHashes.join();
  useEffect(() => {
    if (creditedKey !== '') notifyOnce();
  }, [creditedKey]);
  useEffect(() => sentTransactions.followOtherTabs(), []);
  // A credited recharge stays visible until the user leaves the screen.
  useEffect(() => forgetAcknowledged, []);
  return tracked.filter((recharge) => recharge.currency === currency);
}
