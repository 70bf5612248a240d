import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { assetsKeys } from '../assets-queries.ts';
import { requestWithdrawal, retryWithdrawal, type WithdrawalBody, withdrawalRequests } from './withdraw-flow.ts';

const WITHDRAW = 'POST /api/app/user/withdraw';
const body: WithdrawalBody = { currency: 'JU', to: BOB, amount: '1.5' };
const accepted = { withdrawalId: '9' } as ReplyOf<typeof WITHDRAW>;

let network: FakeNetwork;

beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  const pending = withdrawalRequests.find(ALICE);
  if (pending !== null) withdrawalRequests.remove(pending.requestId);
  queryClient.clear();
  network.restore();
});

describe('requestWithdrawal', () => {
  test('default: sends the confirmed withdrawal once, and settles the request', async () => {
    network.reply(WITHDRAW, accepted);
    expect(await requestWithdrawal(ALICE, body)).toEqual({ kind: 'requested', withdrawalId: '9' });
    expect(network.calls(WITHDRAW)).toEqual([{ ...body, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    expect(withdrawalRequests.find(ALICE)).toBeNull();
  });

  test('behavior: invalidates balances and records', async () => {
    const keys = [assetsKeys.balances(ALICE), assetsKeys.events(ALICE, {}), assetsKeys.latestRecharges(ALICE)];
    for (const key of keys) queryClient.setQueryData(key, {});
    network.reply(WITHDRAW, accepted);
    await requestWithdrawal(ALICE, body);
    for (const key of keys) expect(queryClient.getQueryState(key)?.isInvalidated, key.join()).toBe(true);
  });

  test('behavior: returns a refusal’s code and the server’s text', async () => {
    network.refuse(WITHDRAW, { error: 'limit-exceeded', msg: '超过提现限额 100', details: { limit: '100' } });
    expect(await requestWithdrawal(ALICE, body)).toEqual({
      kind: 'refused',
      error: 'limit-exceeded',
      text: '超过提现限额 100',
    });
  });

  test('behavior: an unknown outcome leaves the request pending, and the retry has the same id', async () => {
    network.disconnect(WITHDRAW);
    expect(await requestWithdrawal(ALICE, body)).toEqual({ kind: 'unknown' });
    const pending = withdrawalRequests.find(ALICE);
    if (pending === null) throw new Error('the request is not pending');
    network.reply(WITHDRAW, accepted);
    expect(await retryWithdrawal(pending)).toEqual({ kind: 'requested', withdrawalId: '9' });
    const [first, second] = network.calls(WITHDRAW);
    expect(second).toEqual(first);
    expect(withdrawalRequests.find(ALICE)).toBeNull();
  });
});
