import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { grantPauseMs } from '../commands/grants.ts';
import { createExchangeClient } from './exchange-client.ts';
import { isExchangeMessage, SIGNATURE_HEADER, signExchangeMessage, TIME_HEADER } from './exchange-signature.ts';

const KEY = 'a key of both sides, long enough';
const NOW = 1_700_000_000_000;
const BODY = '{"a":"é"}';

describe('signatures', () => {
  const headers = signExchangeMessage({ key: KEY, body: BODY, now: NOW });
  const message = { key: KEY, body: BODY, now: NOW, time: headers[TIME_HEADER], signature: headers[SIGNATURE_HEADER] };

  test('default: HMAC-SHA256 over time, a dot and the body, which the other side accepts', () => {
    const expected = createHmac('sha256', KEY).update(`${NOW}.${BODY}`).digest('hex');
    expect(headers).toEqual({ 'x-timestamp': String(NOW), 'x-signature': expected });
    expect(isExchangeMessage(message)).toBe(true);
  });

  test.each([
    [300_000, true],
    [-300_000, true],
    [300_001, false],
    [-300_001, false],
  ])('behavior: a message with a clock skew of %s ms is accepted: %s', (ms, isAccepted) => {
    expect(isExchangeMessage({ ...message, now: NOW + ms })).toBe(isAccepted);
  });

  test.each([
    ['another body', { body: `${BODY} ` }],
    ['another key', { key: `${KEY}!` }],
    ['another time', { time: String(NOW + 1) }],
    ['no time', { time: null }],
    ['a time of another form', { time: ` ${NOW}` }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['an upper-case signature', { signature: message.signature?.toUpperCase() }],
    ['a signature cut off', { signature: message.signature?.slice(0, 62) }],
  ])('behavior: %s is refused', (_, changed) => expect(isExchangeMessage({ ...message, ...changed })).toBe(false));
});

describe('grantPauseMs', () => {
  test.each([
    [1, 0, 500],
    [1, 1, 1_000],
    [2, 1, 2_000],
    [12, 1, 2_048_000],
    [13, 1, 3_600_000],
    [1_000_000, 0, 1_800_000],
  ])('default: the pause after %s failures with jitter %s is %s ms', (attempts, jitter, pauseMs) => {
    expect(grantPauseMs({ attempts, jitter })).toBe(pauseMs);
  });
});

describe('createExchangeClient', () => {
  const grant = { grantId: 'g-1', uid: '10002000', hashRate: 15n * 10n ** 17n };
  const accepted = { grantId: 'g-1', uid: '10002000', hashPower: '1.5', status: 'accepted' };

  /** The outcome of a grant for this answer of the exchange, signed with `key`. */
  function send(answer: unknown, { status = 200, key = KEY } = {}) {
    const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const requests: { url: string; init: RequestInit | undefined }[] = [];
    const sendGrant = createExchangeClient({
      url: 'https://exchange.example/api/',
      key: KEY,
      fetch: async (url, init) => {
        requests.push({ url: String(url), init });
        return new Response(body, { status, headers: signExchangeMessage({ key, body, now: Date.now() }) });
      },
    });
    return { answer: sendGrant(grant), requests };
  }

  test('default: sends the grant in whole units, signed, and accepts its confirmation', async () => {
    const { answer, requests } = send(accepted);
    expect(await answer).toEqual({ state: 'acknowledged' });
    const [{ url, init } = { url: '', init: undefined }] = requests;
    expect(url).toBe('https://exchange.example/api/grants');
    const body = String(init?.body);
    expect(JSON.parse(body)).toEqual({ grantId: 'g-1', uid: '10002000', hashPower: '1.5' });
    const headers = new Headers(init?.headers);
    const [time, signature] = [headers.get(TIME_HEADER), headers.get(SIGNATURE_HEADER)];
    expect(isExchangeMessage({ key: KEY, body, now: Date.now(), time, signature })).toBe(true);
  });

  test.each<[string, unknown, object, string]>([
    ['another grant', { ...accepted, grantId: 'g-2' }, {}, 'grant g-2'],
    ['another user', { ...accepted, uid: '1' }, {}, 'uid 1'],
    ['another amount', { ...accepted, hashPower: '1.50' }, {}, 'hash power 1.50'],
    ['a refusal', { ...accepted, status: 'refused' }, { status: 409 }, 'status refused, HTTP 409'],
    ['another shape', {}, {}, 'an answer of another shape'],
    ['no JSON', 'ok', {}, 'an answer of another shape'],
  ])('behavior: %s, signed by the exchange, is wrong', async (...[, body, settings, problem]) => {
    const answer = await send(body, settings).answer;
    expect(answer).toMatchObject({ state: 'wrong' });
    expect(answer).toHaveProperty('problem', expect.stringContaining(problem));
  });

  test.each<[string, unknown, object, string]>([
    ['another signature', accepted, { key: 'of another side' }, 'not signed'],
    ['an error of the exchange', accepted, { status: 500 }, 'HTTP 500'],
    ['too many requests', accepted, { status: 429 }, 'HTTP 429'],
    ['an answer without end', 'x'.repeat(16_385), {}, 'more than 16384 bytes'],
  ])('behavior: with %s the grant fails and may be resent', async (...[, body, settings, problem]) => {
    const answer = await send(body, settings).answer;
    expect(answer).toMatchObject({ state: 'failed' });
    expect(answer).toHaveProperty('problem', expect.stringContaining(problem));
  });

  test('behavior: without an answer in time, or a connection, the grant fails', async () => {
    const never = createExchangeClient({
      url: 'https://exchange.example',
      key: KEY,
      timeoutMs: 5,
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    });
    expect(await never(grant)).toEqual({ state: 'failed', problem: 'no answer in 5 ms' });
    const refused = createExchangeClient({
      url: 'https://exchange.example',
      key: KEY,
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })),
    });
    expect(await refused(grant)).toEqual({ state: 'failed', problem: 'ECONNREFUSED' });
  });
});
