import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { expect, test } from 'vitest';
import { useLiveStore } from '#platform/live-store.ts';
import { EVERYBODY } from '#platform/query-meta.ts';
import { publicStateQuery } from './public-state-queries.ts';

type Home = ReplyOf<'GET /api/app/home'>;

/** Returns the refetch interval of the public state with this many open rounds. */
function refreshWith(openRounds: number): number | false | undefined {
  const refresh = publicStateQuery.refetchInterval;
  if (typeof refresh !== 'function') throw new Error('the query has no refresh of its own');
  const data = { openRounds: Array.from({ length: openRounds }) } as unknown as Home;
  return refresh({ state: { data } } as Parameters<typeof refresh>[0]);
}

test('without live events polls every few seconds while a round is open, otherwise less often', () => {
  useLiveStore.setState({ isLive: false });
  expect([refreshWith(1), refreshWith(0)]).toEqual([2_500, 15_000]);
});

test('behavior: with live events polls once a minute, since no event contains price or switches', () => {
  useLiveStore.setState({ isLive: true });
  expect([refreshWith(1), refreshWith(0)]).toEqual([60_000, 60_000]);
  useLiveStore.setState({ isLive: false });
});

test('behavior: is public, and in the shared offline copy', () => {
  expect(publicStateQuery.meta).toEqual({ silent: true, copiedFor: EVERYBODY });
});
