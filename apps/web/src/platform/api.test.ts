import { NetworkError } from '@city-mint/api-contract/client';
import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { sampleSession } from '#testing/sample-session.ts';
import { zh } from '#testing/zh-texts.ts';
import { commandApi, readApi } from './api.ts';
import { retryApi } from './retry-api.ts';
import { serverNow } from './server-clock.ts';
import { currentSession, endSession, startSession } from './session-store.ts';
import { useToastStore } from './toast-store.ts';

const READ = 'GET /api/app/warehouses';
const COMMAND = 'POST /api/app/user/consent';
const cities = { cities: [] } as ReplyOf<typeof READ>;
const consent = { hash: '0xab' } as ReplyOf<typeof COMMAND>;

let network: FakeNetwork;

beforeEach(() => {
  network = installFakeNetwork();
  useToastStore.setState({ toast: null });
});
afterEach(() => {
  endSession();
  network.restore();
});

describe('readApi', () => {
  test('default: returns the data', async () => {
    network.reply(READ, cities);
    expect(await readApi(READ, {})).toEqual(cities);
  });

  test('behavior: throws a refusal with its code, text and details', async () => {
    network.refuse(READ, { error: 'busy', code: 503, msg: 'later', details: { limit: '1' } });
    const error = await readApi(READ, {}).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RefusalError);
    expect(error).toMatchObject({ error: 'busy', message: 'later', details: { limit: '1' } });
  });

  test('behavior: throws a network error, and shows no toast', async () => {
    network.disconnect(READ);
    await expect(readApi(READ, {})).rejects.toBeInstanceOf(NetworkError);
    expect(useToastStore.getState().toast).toBeNull();
  });

  test('behavior: a reply with the server’s time sets the clock', async () => {
    const serverTime = Date.now() + DAY_MS;
    network.reply('GET /api/app/home', { serverTime } as ReplyOf<'GET /api/app/home'>);
    await readApi('GET /api/app/home', {});
    expect(Math.abs(serverNow() - serverTime)).toBeLessThan(1_000);
  });

  test('behavior: ends the session here when the server has ended it', async () => {
    startSession(sampleSession());
    network.refuse(READ, { error: 'session-ended', code: 501 });
    await expect(readApi(READ, {})).rejects.toBeInstanceOf(RefusalError);
    expect(currentSession()).toBeNull();
  });
});

describe('commandApi', () => {
  test('default: returns the reply, also a refusal', async () => {
    network.reply(COMMAND, consent);
    expect(await commandApi(COMMAND, { hash: '0xab' })).toEqual({ ok: true, data: consent });
    network.refuse(COMMAND, { error: 'disclosure-changed' });
    expect(await commandApi(COMMAND, { hash: '0xab' })).toMatchObject({ ok: false, error: 'disclosure-changed' });
  });

  test('behavior: shows a toast and returns null after a network error', async () => {
    network.disconnect(COMMAND);
    expect(await commandApi(COMMAND, { hash: '0xab' })).toBeNull();
    expect(useToastStore.getState().toast).toMatchObject({ text: zh.ui.networkError, kind: 'danger' });
  });
});

describe('retryApi', () => {
  test('default: returns the reply, also a refusal', async () => {
    network.reply(COMMAND, consent);
    expect(await retryApi(COMMAND, { hash: '0xab' })).toEqual({ ok: true, data: consent });
    network.refuse(COMMAND, { error: 'disclosure-changed', msg: 'read', details: { hash: '0xcd' } });
    expect(await retryApi(COMMAND, { hash: '0xab' })).toMatchObject({
      ok: false,
      error: 'disclosure-changed',
      msg: 'read',
      details: { hash: '0xcd' },
    });
  });

  test('behavior: returns null after a network error, without a toast', async () => {
    network.disconnect(COMMAND);
    expect(await retryApi(COMMAND, { hash: '0xab' })).toBeNull();
    expect(useToastStore.getState().toast).toBeNull();
  });
});

describe('a session that the server no longer knows', () => {
  test('default: ends with its reason', async () => {
    startSession(sampleSession());
    network.refuse(READ, { error: 'session-ended', code: 501 });
    await readApi(READ, {}).catch(() => undefined);
    expect(currentSession()).toBeNull();
    expect(useToastStore.getState().toast).toMatchObject({ text: zh.session.expired, kind: 'danger' });
  });

  test('behavior: a gateway’s 401 without an envelope ends it too', async () => {
    startSession(sampleSession());
    network.handle(READ, () => new Response('<h1>401</h1>', { status: 401 }));
    const error = await readApi(READ, {}).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'RefusalError', error: 'unauthorized' });
    expect(currentSession()).toBeNull();
  });

  test('behavior: a late reply to an earlier session does not end the current one', async () => {
    startSession(sampleSession());
    const next = { ...sampleSession(), token: 'b'.repeat(64) };
    network.handle(READ, () => {
      startSession(next);
      return Response.json({ code: 501, msg: '', data: null, error: 'session-ended', details: {} }, { status: 401 });
    });
    await readApi(READ, {}).catch(() => undefined);
    expect(currentSession()).toEqual(next);
    expect(useToastStore.getState().toast).toBeNull();
  });
});
