import { NetworkError } from '@city-mint/api-contract/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE } from '#testing/sample-session.ts';
import { swapLogQuery, swapReportQuery } from './swap-queries.ts';

const HASH = `0x${'ab'.repeat(32)}` as const;
const sent = { hash: HASH, address: ALICE, sell: 'JU', sold: '1', received: '2', limitBps: 75, sentAt: 5 } as const;

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

/** Returns the query's refetch interval in milliseconds, or false. */
async function againAfter() {
  await queryClient.fetchQuery({ ...swapReportQuery(sent), retry: false }).catch(() => null);
  const query = queryClient.getQueryCache().find({ queryKey: swapReportQuery(sent).queryKey });
  const interval: unknown = swapReportQuery(sent).refetchInterval;
  if (typeof interval !== 'function') throw new Error('the report is not repeated');
  return interval(query);
}

test('default: reports the chosen limit with the hash, once', async () => {
  network.reply('POST /api/app/user/swapSent', { txHash: HASH, slippageLimitBps: 75 });
  expect(await againAfter()).toBe(false);
  expect(network.calls('POST /api/app/user/swapSent')).toEqual([{ txHash: HASH, slippageLimitBps: 75 }]);
});

test('behavior: retries while the server does not answer, not after a refusal', async () => {
  network.disconnect('POST /api/app/user/swapSent');
  expect(await againAfter()).toBe(10_000);
  const query = queryClient.getQueryCache().find({ queryKey: swapReportQuery(sent).queryKey });
  expect(query?.state.error).toBeInstanceOf(NetworkError);
  queryClient.clear();
  network.refuse('POST /api/app/user/swapSent', { error: 'too-many-requests' });
  expect(await againAfter()).toBe(false);
});

test('behavior: refreshes the log while a swap in it is not final, or lacks one of this device', () => {
  const refreshOf = (hasPending: boolean, status: 'in-progress' | 'completed') => {
    const { refetchInterval } = swapLogQuery(ALICE, { hasPending });
    if (typeof refetchInterval !== 'function') throw new Error('the log is not refreshed');
    return refetchInterval({ state: { data: { pages: [{ items: [{ status }] }] } } } as never);
  };
  expect(refreshOf(false, 'completed')).toBe(false);
  expect(refreshOf(false, 'in-progress')).toBe(3_000);
  expect(refreshOf(true, 'completed')).toBe(3_000);
});
