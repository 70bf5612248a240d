import type { Answer } from '@city-mint/api-contract/client';
import { createBrowserStorage } from '@city-mint/client/browser-storage.ts';
import { expect, test } from 'vitest';
import { createPendingRequests } from './pending-requests.ts';
import { usePendingRetries } from './pending-retries.ts';
import { sendPendingRequest } from './send-pending-request.ts';

const ALICE = '0x00000000000000000000000000000000000000Aa';
type Key = 'POST /api/app/user/withdraw';

function openRequest() {
  const storage = createBrowserStorage(() => undefined);
  const isBody = (value: unknown): value is string => typeof value === 'string';
  const requests = createPendingRequests({ key: 'k', isBody, storage });
  return { requests, request: requests.add(ALICE, 'body') };
}

const accepted: Answer<Key> = { ok: true, data: { withdrawalId: '7', state: 'requested' } as never };

function refused(error: string): Answer<Key> {
  return { ok: false, code: 422, error: error as 'limit-exceeded', msg: '', details: {} };
}

test('default: a reply settles the request', async () => {
  const { requests, request } = openRequest();
  expect(await sendPendingRequest<Key, string>(requests, request, async () => accepted)).toEqual({
    kind: 'answered',
    answer: accepted,
  });
  expect(requests.find(ALICE)).toBeNull();
});

test('behavior: a refusal by a rule settles the request too', async () => {
  const { requests, request } = openRequest();
  const answer = refused('limit-exceeded');
  expect(await sendPendingRequest<Key, string>(requests, request, async () => answer)).toEqual({
    kind: 'answered',
    answer,
  });
  expect(requests.find(ALICE)).toBeNull();
});

test('behavior: the request stays pending after a network error', async () => {
  const { requests, request } = openRequest();
  expect(await sendPendingRequest<Key, string>(requests, request, async () => null)).toEqual({ kind: 'unknown' });
  expect(requests.find(ALICE)).toEqual(request);
});

test.each(['in-progress', 'busy', 'maintenance', 'internal', 'too-many-requests', 'unauthorized', 'session-ended'])(
  'behavior: %s does not say whether an earlier attempt succeeded, so the request stays pending',
  async (error) => {
    const { requests, request } = openRequest();
    expect(await sendPendingRequest<Key, string>(requests, request, async () => refused(error))).toEqual({
      kind: 'unknown',
    });
    expect(requests.find(ALICE)).toEqual(request);
  },
);

test('behavior: remembers the text of a server under maintenance until the outcome is known', async () => {
  const { requests, request } = openRequest();
  const { requestId } = request;
  const answer: Answer<Key> = { ok: false, code: 503, error: 'maintenance', msg: '系统维护中', details: {} };
  await sendPendingRequest<Key, string>(requests, request, async () => answer);
  expect(usePendingRetries.getState()[requestId]).toMatchObject({ attempts: 1, text: '系统维护中' });
  await sendPendingRequest<Key, string>(requests, request, async () => null);
  expect(usePendingRetries.getState()[requestId]).toMatchObject({ attempts: 2, text: null });
  await sendPendingRequest<Key, string>(requests, request, async () => accepted);
  expect(usePendingRetries.getState()[requestId]).toBeUndefined();
});

test('behavior: waits as long as the server requests', async () => {
  const { requests, request } = openRequest();
  const details = { retryAfterSeconds: '300' };
  const answer: Answer<Key> = { ok: false, code: 429, error: 'too-many-requests', msg: '', details };
  await sendPendingRequest<Key, string>(requests, request, async () => answer);
  expect(usePendingRetries.getState()[request.requestId]?.retryAt).toBeGreaterThan(performance.now() + 290_000);
});

test('behavior: does not send a request twice simultaneously', async () => {
  const { requests, request } = openRequest();
  let finish = (_answer: Answer<Key>): void => {};
  const first = sendPendingRequest<Key, string>(requests, request, () => new Promise((resolve) => (finish = resolve)));
  const second = await sendPendingRequest<Key, string>(requests, request, () => {
    throw new Error('sent twice');
  });
  expect(second).toEqual({ kind: 'handled-elsewhere' });
  finish(accepted);
  expect(await first).toMatchObject({ kind: 'answered' });
});

test('behavior: a call that throws leaves the request pending, and it can be sent again', async () => {
  const { requests, request } = openRequest();
  const broken = sendPendingRequest<Key, string>(requests, request, () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(requests.find(ALICE)).toEqual(request);
  expect(await sendPendingRequest<Key, string>(requests, request, async () => accepted)).toMatchObject({
    kind: 'answered',
  });
});
