import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assetsKeys } from '#assets/assets-queries.ts';
import { queryClient } from '#platform/query-client.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { publicStateKeys } from '#public-state/public-state-queries.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE } from '#testing/sample-session.ts';
import { zh } from '#testing/zh-texts.ts';
import { citiesKeys } from '../cities-queries.ts';
import { roundsKeys } from '../rounds-queries.ts';
import { type JoinBody, type JoinedOrder, joinRequests, joinRound, retryJoin } from './join-flow.ts';

const JOIN = 'POST /api/biz/crowdfund';
const body: JoinBody = { roundId: '12', amount: '60', termsHash: `0x${'ab'.repeat(32)}`, city: 'London' };
const order = { orderId: '7', rank: 3 } as JoinedOrder;

let network: FakeNetwork;

beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  const pending = joinRequests.find(ALICE);
  if (pending !== null) joinRequests.remove(pending.requestId);
  queryClient.clear();
  network.restore();
});

describe('joinRound', () => {
  test('default: sends the confirmed join without the city, and settles the request', async () => {
    network.reply(JOIN, order);
    expect(await joinRound(ALICE, body)).toEqual({ kind: 'joined', order });
    const { city: _city, ...sent } = body;
    expect(network.calls(JOIN)).toEqual([{ ...sent, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    // The server parses the fields fastest in this order.
    expect(Object.keys(Object(network.calls(JOIN)[0]))).toEqual(['roundId', 'amount', 'termsHash', 'requestId']);
    expect(joinRequests.find(ALICE)).toBeNull();
  });

  test('behavior: invalidates the queries that a join changes', async () => {
    const keys = [
      publicStateKeys.overview,
      roundsKeys.latest('3'),
      roundsKeys.orders(ALICE, undefined),
      roundsKeys.preview('12', '60'),
      citiesKeys.list,
      assetsKeys.balances(ALICE),
    ];
    for (const key of keys) queryClient.setQueryData(key, {});
    network.reply(JOIN, order);
    await joinRound(ALICE, body);
    for (const key of keys) expect(queryClient.getQueryState(key)?.isInvalidated, key.join()).toBe(true);
  });

  test('behavior: returns a refusal’s code and the server’s text', async () => {
    network.refuse(JOIN, { error: 'below-minimum', msg: '数量不能少于 10', details: { limit: '10' } });
    const outcome = await joinRound(ALICE, body);
    expect(outcome).toMatchObject({ kind: 'refused', error: 'below-minimum' });
    expect(outcome).toHaveProperty('text', '数量不能少于 10');
    expect(joinRequests.find(ALICE)).toBeNull();
  });

  test('behavior: a refusal because of a pause shows the pause immediately', async () => {
    queryClient.setQueryData(publicStateKeys.overview, {});
    network.refuse(JOIN, { error: 'joins-paused', msg: '参与已暂停' });
    await joinRound(ALICE, body);
    expect(queryClient.getQueryState(publicStateKeys.overview)?.isInvalidated).toBe(true);
  });

  test('behavior: after a network error notifies the user and keeps the request pending', async () => {
    network.disconnect(JOIN);
    expect(await joinRound(ALICE, body)).toEqual({ kind: 'unknown' });
    expect(useToastStore.getState().toast?.text).toBe(zh.ui.networkError);
    expect(joinRequests.find(ALICE)?.body).toEqual(body);
  });

  test('behavior: while a join is pending, another amount gets no new id', async () => {
    network.disconnect(JOIN);
    await joinRound(ALICE, body);
    network.reply(JOIN, order);
    await joinRound(ALICE, { ...body, amount: '61' });
    const [first, second] = network.calls(JOIN);
    expect(second).toEqual(first);
  });
});

describe('retryJoin', () => {
  test('default: sends the same request with the same id, without a toast', async () => {
    const pending = joinRequests.add(ALICE, body);
    useToastStore.setState({ toast: null });
    network.disconnect(JOIN);
    expect(await retryJoin(pending)).toEqual({ kind: 'unknown' });
    expect(useToastStore.getState().toast).toBeNull();
    network.reply(JOIN, order);
    expect(await retryJoin(pending)).toEqual({ kind: 'joined', order });
    const [first, second] = network.calls(JOIN);
    expect(second).toEqual(first);
    expect(second).toHaveProperty('requestId', pending.requestId);
  });

  test('behavior: an inconclusive refusal leaves the request pending', async () => {
    const pending = joinRequests.add(ALICE, body);
    network.refuse(JOIN, { error: 'in-progress', code: 409 });
    expect(await retryJoin(pending)).toEqual({ kind: 'unknown' });
    expect(joinRequests.find(ALICE)).toEqual(pending);
  });
});
