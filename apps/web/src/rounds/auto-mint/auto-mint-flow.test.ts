import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE } from '#testing/sample-session.ts';
import { zh } from '#testing/zh-texts.ts';
import { roundsKeys } from '../rounds-queries.ts';
import { type AutoMintChange, autoMintQuery, setAutoMint } from './auto-mint-flow.ts';

const REPEAT = 'POST /api/biz/set/repeat';
const change: AutoMintChange = { enabled: true, keep: '10', perRoundMaximum: '250', stopAfterLosses: 2, version: 3 };

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
  useToastStore.setState({ toast: null });
  queryClient.setQueryData(roundsKeys.autoMint(ALICE), { settings: { version: 3 } });
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

const said = () => useToastStore.getState().toast?.text;
const isInvalidated = () => queryClient.getQueryState(roundsKeys.autoMint(ALICE))?.isInvalidated;

test('default: sends what was confirmed, and shows what the server answers', async () => {
  const answer = { settings: { enabled: true, version: 4 }, cycles: { items: [], nextCursor: null } };
  network.reply(REPEAT, answer as never);
  expect(await setAutoMint(ALICE, change)).toBe('done');
  expect(network.calls(REPEAT)).toEqual([{ ...change, limit: 12 }]);
  expect(queryClient.getQueryData(autoMintQuery(ALICE).queryKey)).toEqual(answer);
});

test('error: changed elsewhere: the server’s words, and the settings are read again', async () => {
  network.refuse(REPEAT, { error: 'stale', msg: '设置已在其他设备上更改' });
  expect(await setAutoMint(ALICE, change)).toBe('failed');
  expect(said()).toBe('设置已在其他设备上更改');
  expect(isInvalidated()).toBe(true);
});

test('error: a lost answer may have been a yes: it is said, and what the server has is read again', async () => {
  network.disconnect(REPEAT);
  expect(await setAutoMint(ALICE, change)).toBe('failed');
  expect(said()).toBe(zh.ui.networkError);
  expect(isInvalidated()).toBe(true);
});

test('error: without a maximum it needs a signature; without a wallet nothing more is sent', async () => {
  network.refuse(REPEAT, { error: 'confirmation-required', msg: '需要钱包签名' });
  expect(await setAutoMint(ALICE, { ...change, perRoundMaximum: '0' })).toBe('failed');
  expect(network.calls(REPEAT)).toHaveLength(1);
  expect(said()).toBe(zh.session.notConnected);
});

test('behavior: the consent that is missing is asked for, and not said as an error', async () => {
  network.refuse(REPEAT, { error: 'consent-required', msg: '请先阅读并同意风险与费用说明' });
  expect(await setAutoMint(ALICE, change)).toBe('consent-required');
  expect(said()).toBeUndefined();
});
