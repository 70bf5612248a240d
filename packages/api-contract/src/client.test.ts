import { describe, expect, test } from 'vitest';
import { type ClientSettings, createClient, NetworkError } from './client.ts';

type Sent = { readonly url: string; readonly init: RequestInit };

/** A network that answers once with `answer`, and throws on any further call; `sent` is the request. */
function networkWith(answer: (sent: Sent) => Promise<Response> | Response) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (sent.length > 0) throw new Error(`unexpected second call to ${String(url)}`);
    const call = { url: String(url), init: init ?? {} };
    sent.push(call);
    return answer(call);
  };
  return { sent, fetch };
}

function reply(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
}

const DONE = { code: 200, msg: 'ok', data: { ended: true } };

function clientWith(fetch: typeof globalThis.fetch, settings: Partial<ClientSettings> = {}) {
  return createClient({ baseUrl: 'https://api.example', fetch, token: () => null, lang: () => 'zh', ...settings });
}

describe('the request of a call', () => {
  test('default: a POST carries language, token and the request as JSON', async () => {
    const { sent, fetch } = networkWith(() => reply(DONE));
    const client = clientWith(fetch, { token: () => 'token-1', lang: () => 'en' });
    await client.call('POST /api/app/user/logout', {});
    expect(sent[0]?.url).toBe('https://api.example/api/app/user/logout');
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      headers: { lang: 'en', Authorization: 'token-1', 'Content-Type': 'application/json' },
      body: '{}',
    });
  });

  test('behavior: without a session there is no Authorization header', async () => {
    const { sent, fetch } = networkWith(() => reply(DONE));
    await clientWith(fetch).call('POST /api/app/user/logout', {});
    expect(sent[0]?.init.headers).toEqual({ lang: 'zh', 'Content-Type': 'application/json' });
  });

  test('behavior: a GET puts path parameters into the path, the rest into the query, and leaves out null', async () => {
    const { sent, fetch } = networkWith(() => reply(DONE));
    await clientWith(fetch).call('GET /api/app/rounds/:roundId/settlement', { roundId: '7' });
    expect(sent[0]?.url).toBe('https://api.example/api/app/rounds/7/settlement');
    expect(sent[0]?.init.body).toBeUndefined();

    const second = networkWith(() => reply(DONE));
    await clientWith(second.fetch).call('GET /api/app/operatorLog', { cursor: 'a_b' });
    expect(second.sent[0]?.url).toBe('https://api.example/api/app/operatorLog?cursor=a_b');

    const third = networkWith(() => reply(DONE));
    await clientWith(third.fetch).call('GET /api/app/operatorLog', { cursor: null });
    expect(third.sent[0]?.url).toBe('https://api.example/api/app/operatorLog');
  });

  test('behavior: a path parameter cannot leave its place in the path', async () => {
    const { sent, fetch } = networkWith(() => reply(DONE));
    await clientWith(fetch).call('GET /api/app/rounds/:roundId/settlement', { roundId: '../1?x=2' });
    expect(sent[0]?.url).toBe('https://api.example/api/app/rounds/..%2F1%3Fx%3D2/settlement');
  });
});

describe('the result of a call', () => {
  test('default: the data of code 200', async () => {
    const { fetch } = networkWith(() => reply(DONE));
    expect(await clientWith(fetch).call('POST /api/app/user/logout', {})).toEqual({ ok: true, data: { ended: true } });
  });

  test('default: a refusal with its code, text and details', async () => {
    const refusal = {
      code: 422,
      msg: '额满',
      data: null,
      error: 'round-full',
      details: { field: 'amount', limit: '5' },
    };
    const { fetch } = networkWith(() => reply(refusal));
    expect(await clientWith(fetch).call('POST /api/app/user/logout', {})).toEqual({
      ok: false,
      code: 422,
      error: 'round-full',
      msg: '额满',
      details: { field: 'amount', limit: '5' },
    });
  });

  test('behavior: a refusal without a code counts as internal, without details as having none', async () => {
    const { fetch } = networkWith(() => reply({ code: 500, msg: 'x', data: null }));
    expect(await clientWith(fetch).call('POST /api/app/user/logout', {})).toMatchObject({
      error: 'internal',
      details: {},
    });
  });

  test.each([
    ['code 501', 200, { code: 501, msg: 'x', data: null, error: 'session-ended', details: {} }],
    ['HTTP 401', 401, { code: 501, msg: 'x', data: null, error: 'unauthorized', details: {} }],
  ])('behavior: %s is a refusal, and the session is dropped once', async (_what, status, body) => {
    let loggedOut = 0;
    const { fetch } = networkWith(() => reply(body, status));
    const client = clientWith(fetch, { onLoggedOut: () => (loggedOut += 1) });
    expect(await client.call('POST /api/app/user/logout', {})).toMatchObject({ ok: false, error: body.error });
    expect(loggedOut).toBe(1);
  });

  test('behavior: other refusals keep the session', async () => {
    const { fetch } = networkWith(() =>
      reply({ code: 403, msg: 'x', data: null, error: 'region-not-allowed', details: {} }),
    );
    const client = clientWith(fetch, {
      onLoggedOut: () => {
        throw new Error('the session must stay');
      },
    });
    expect(await client.call('POST /api/app/user/logout', {})).toMatchObject({ ok: false, code: 403 });
  });
});

describe('failures of the transport', () => {
  test.each<[string, () => Response]>([
    ['a page instead of JSON', () => new Response('<html>', { status: 200 })],
    ['JSON without an envelope', () => reply({ data: 1 })],
    ['an envelope whose code is no number', () => reply({ code: '200', msg: 'ok', data: {} })],
    ['null', () => reply(null)],
    ['HTTP 502 with an envelope', () => reply(DONE, 502)],
  ])('behavior: %s is a NetworkError', async (_what, answer) => {
    const { fetch } = networkWith(answer);
    await expect(clientWith(fetch).call('POST /api/app/user/logout', {})).rejects.toBeInstanceOf(NetworkError);
  });

  test('behavior: a connection that fails is a NetworkError with its reason', async () => {
    const reason = new TypeError('fetch failed');
    const { fetch } = networkWith(() => Promise.reject(reason));
    const failure = clientWith(fetch).call('POST /api/app/user/logout', {});
    await expect(failure).rejects.toMatchObject({ name: 'NetworkError', cause: reason });
  });

  /** Answers only when the call is aborted. */
  const silent = ({ init }: Sent) =>
    new Promise<Response>((_done, fail) => {
      init.signal?.addEventListener('abort', () => fail(init.signal?.reason));
    });

  test('behavior: a call without an answer ends after the timeout', async () => {
    const { fetch } = networkWith(silent);
    await expect(clientWith(fetch, { timeoutMs: 20 }).call('POST /api/app/user/logout', {})).rejects.toBeInstanceOf(
      NetworkError,
    );
  });

  test('behavior: a call that its caller aborts is not a network error', async () => {
    const { fetch } = networkWith(silent);
    const abort = new AbortController();
    const call = clientWith(fetch).call('POST /api/app/user/logout', {}, abort.signal);
    abort.abort(new Error('left the screen'));
    await expect(call).rejects.toThrow('left the screen');
  });
});
