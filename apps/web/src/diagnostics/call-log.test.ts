import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordCalls, useCallLog } from './call-log.ts';

const answer = vi.fn<typeof fetch>();

beforeEach(() => {
  useCallLog.setState({ calls: [] });
  answer.mockReset();
  vi.stubGlobal('location', { origin: 'https://page.test' });
  vi.stubGlobal('fetch', answer);
  recordCalls();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const headers = { 'x-request-id': 'call-7' };

test('default: lists method, path, status and id of calls, newest first; the caller gets the reply', async () => {
  answer.mockImplementation(async () => Response.json({ code: 200 }, { headers }));
  expect(await (await fetch('/api/app/home')).json()).toEqual({ code: 200 });
  await fetch('https://page.test/api/biz/crowdfund', { method: 'POST' });
  expect(useCallLog.getState().calls).toMatchObject([
    { method: 'POST', path: '/api/biz/crowdfund', status: 200, requestId: 'call-7' },
    { method: 'GET', path: '/api/app/home', status: 200, requestId: 'call-7' },
  ]);
});

test('attack: lists neither token, body, query nor reply', async () => {
  answer.mockImplementation(async () => Response.json({ data: 'secret-answer' }, { headers }));
  await fetch('/api/x?sign=secret-query', {
    method: 'POST',
    headers: { Authorization: 'secret-token' },
    body: JSON.stringify({ sign_hex: 'secret-body' }),
  });
  await fetch('https://node.test/secret-key');
  expect(JSON.stringify(useCallLog.getState())).not.toContain('secret');
});

test('error: lists a call without a reply, which fails as before', async () => {
  answer.mockRejectedValue(new TypeError('offline'));
  await expect(fetch('/api/app/home')).rejects.toThrow('offline');
  expect(useCallLog.getState().calls).toMatchObject([{ path: '/api/app/home', status: null, requestId: null }]);
});

test('behavior: keeps the last twenty', async () => {
  answer.mockImplementation(async () => new Response());
  for (let call = 0; call < 25; call += 1) await fetch(`/api/${call}`);
  const { calls } = useCallLog.getState();
  expect([calls.length, calls[0]?.path, calls.at(-1)?.path]).toEqual([20, '/api/24', '/api/5']);
});
