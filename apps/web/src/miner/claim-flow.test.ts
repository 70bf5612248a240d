import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { roundsKeys } from '#rounds/rounds-queries.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE } from '#testing/sample-session.ts';
import { zh } from '#testing/zh-texts.ts';
import { claimPending, linkAccount } from './claim-flow.ts';
import { minerKeys } from './miner-queries.ts';

const CLAIM = 'POST /api/biz/collect/ju/power';
const CLAIMED = { pending: '0', claimed: '12.5', sent: '0', uid: '123456', confirmation: null };

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

const said = () => useToastStore.getState().toast?.text;

test('default: claims without sending the account again, and fetches the machines again', async () => {
  network.reply(CLAIM, CLAIMED);
  queryClient.setQueryData(minerKeys.machines(ALICE), { pages: [], pageParams: [] });
  expect(await claimPending()).toBe(true);
  expect(network.calls(CLAIM)).toEqual([{}]);
  expect(said()).toBe(zh.miner.claim.done.replace('{amount}', '12.5'));
  expect(queryClient.getQueryState(minerKeys.machines(ALICE))?.isInvalidated).toBe(true);
});

test('behavior: fetches the orders with claimed hash power again', async () => {
  network.reply(CLAIM, CLAIMED);
  const keys = [roundsKeys.orders(ALICE, 'claimable'), roundsKeys.order(ALICE, '7')];
  for (const key of keys) queryClient.setQueryData(key, {});
  await claimPending();
  for (const key of keys) expect(queryClient.getQueryState(key)?.isInvalidated, key.join()).toBe(true);
});

test('error: shows a refusal’s text, and reports a lost reply', async () => {
  network.refuse(CLAIM, { error: 'nothing-to-claim', msg: '目前没有可领取的算力' });
  expect(await claimPending()).toBe(false);
  expect(said()).toBe('目前没有可领取的算力');
  network.disconnect(CLAIM);
  expect(await claimPending()).toBe(false);
  expect(said()).toBe(zh.ui.networkError);
});

test('error: sends nothing without a wallet', async () => {
  expect(await linkAccount({ uid: '123456', code: 'aB12' })).toBe(false);
  expect(said()).toBe(zh.session.notConnected);
});
