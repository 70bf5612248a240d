import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { assetsKeys } from '#assets/assets-queries.ts';
import { queryClient } from '#platform/query-client.ts';
import { roundsKeys } from '../rounds-queries.ts';
import { awaitRounds, endAwaiting, roundsAwaited } from './awaited-rounds.ts';
import { addMoment, clearMoments } from './moment-store.ts';
import { notifySettlement } from './notify-settlement.ts';
import { ownOutcomesQuery } from './own-outcomes-query.ts';
import type { SettlementMoment } from './settlement-moment.ts';

/**
 * Adds a moment for each settled round of the account, including rounds that settled while no page was open. Mount it
 * in a component keyed by the address.
 */
export function useSettlementMoments(address: string | null): void {
  const outcomes = useQuery({ ...ownOutcomesQuery(address ?? ''), enabled: address !== null });
  const compare = useEffectEvent(() => {
    if (address !== null && outcomes.data !== undefined) record(address, outcomes.data);
  });
  const { dataUpdatedAt } = outcomes;
  useEffect(() => {
    if (dataUpdatedAt > 0) compare();
  }, [dataUpdatedAt]);
  // Another account must not see this account's moments.
  useEffect(() => clearMoments, []);
}

/** Queries that a settlement changes. */
const CHANGED_KEYS = [assetsKeys.allBalances, roundsKeys.allOrders, roundsKeys.allOrderDetails, roundsKeys.allLatest];

type Outcomes = {
  readonly asked: readonly string[];
  readonly unsettled: readonly string[];
  readonly settled: readonly SettlementMoment[];
};

/** Awaits the unsettled rounds, and adds the moments of those that settled and that the user has not seen since. */
function record(address: string, { asked, unsettled, settled }: Outcomes): void {
  awaitRounds(address, unsettled);
  const awaited = new Set(roundsAwaited(address));
  const own = new Set([...unsettled, ...settled.map(({ roundId }) => roundId)]);
  // Stop awaiting a round in which the account has no order.
  for (const roundId of asked) if (!own.has(roundId)) endAwaiting(address, roundId);
  const unseen = settled.filter(({ roundId }) => awaited.has(roundId));
  for (const moment of unseen) {
    addMoment(moment);
    void notifySettlement(moment).catch(() => undefined);
  }
  if (unseen.length === 0) return;
  for (const queryKey of CHANGED_KEYS) void queryClient.invalidateQueries({ queryKey });
}
