import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE } from '#testing/sample-session.ts';
import { zh } from '#testing/zh-texts.ts';
import { roundsKeys } from '../rounds-queries.ts';
import { type AutoMintChange, autoMintQuery, setAutoMint } from './auto-mint-flow.ts';

const REPEAT = 'POST /api/biz/set/repeat';
const change: AutoMintChange = {
  enabled: true,
  keep: '10',
  perRoundMaximum: '250',
  stopAfterLosses: 2,
  parallelRounds: 1,
  version: 3,
};

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

test('default: sends the confirmed settings and shows the server’s reply', async () => {
  const answer = { settings: { enabled: true, version: 4 }, cycles: { items: [], nextCursor: null } };
  network.reply(REPEAT, answer as never);
  expect(await setAutoMint(ALICE, change)).toBe('done');
  expect(network.calls(REPEAT)).toEqual([{ ...change, limit: 12 }]);
  expect(queryClient.getQueryData(autoMintQuery(ALICE).queryKey)).toEqual(answer);
});

test('error: settings changed elsewhere: shows the server’s text and fetches them again', async () => {
  network.refuse(REPEAT, { error: 'stale', msg: '设置已在其他设备上更改' });
  expect(await setAutoMint(ALICE, change)).toBe('failed');
  expect(said()).toBe('设置已在其他设备上更改');
  expect(isInvalidated()).toBe(true);
});

test('error: after a lost reply, says that the outcome is unknown and fetches the settings again', async () => {
  network.disconnect(REPEAT);
  expect(await setAutoMint(ALICE, change)).toBe('failed');
  expect(said()).toBe(zh.ui.networkError);
  expect(isInvalidated()).toBe(true);
});

test('error: needs a signature without a maximum; sends nothing more without a wallet', async () => {
  network.refuse(REPEAT, { error: 'confirmation-required', msg: '需要钱包签名' });
  expect(await setAutoMint(ALICE, { ...change, perRoundMaximum: '0' })).toBe('failed');
  expect(network.calls(REPEAT)).toHaveLength(1);
  expect(said()).toBe(zh.session.notConnected);
});

test('behavior: asks for a missing consent without showing an error', async () => {
  network.refuse(REPEAT, { error: 'consent-required', msg: '请先阅读并同意风险与费用说明' });
  expect(await setAutoMint(ALICE, change)).toBe('consent-required');
  expect(said()).toBeUndefined();
});
