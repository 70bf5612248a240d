import { type EndpointKey, endpoints } from '@city-mint/api-contract/endpoints';
import fc from 'fast-check';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';
import { ADDRESS_TEXT } from './bad-values.ts';
import { classOf } from './class-of.ts';

const LEAKS = /stack|SELECT|pg_|node_modules|kysely|\.ts\b|postgres|ECONN|at \w+ \(|Error:/i;

/** The refusal of bad input: HTTP 200 with code 400, an error code and the field. */
type Refusal = { code: number; error: string; msg: string; details: { field?: string; limit?: string } };

const keys = Object.keys(endpoints).filter((key): key is EndpointKey => key in endpoints);
const posts = keys.filter((key) => key.startsWith('POST '));
const gets = keys.filter((key) => key.startsWith('GET '));

function fieldsOf(key: EndpointKey): [name: string, schema: unknown][] {
  const schema: unknown = endpoints[key].request;
  if (!(schema instanceof z.ZodObject)) throw new Error(`the request of ${key} is no object`);
  return Object.entries(schema.shape);
}

function makeGoodRequest(key: EndpointKey): Record<string, unknown> {
  const required = fieldsOf(key).filter(([, schema]) => isRequired(schema));
  return Object.fromEntries(required.map(([name, schema]) => [name, classOf(name, schema).good]));
}

/** Made once for each call: to compile its schemas for every case took a sixth of the time of all cases. */
const goodRequests = new Map(keys.map((key) => [key, makeGoodRequest(key)]));
const goodRequest = (key: EndpointKey): Record<string, unknown> => ({ ...goodRequests.get(key) });

function isRequired(schema: unknown): boolean {
  return !z.object({ field: schema as z.ZodType }).safeParse({}).success;
}

function allowsNull(schema: unknown): boolean {
  return z.object({ field: schema as z.ZodType }).safeParse({ field: null }).success;
}

describe('bad input', () => {
  let database: TestDatabase;
  let api: TestApi;
  let token: string;
  let operatorToken: string;
  let cases = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({ databaseUrl: database.url });
    operatorToken = await api.signInOperator(api.operatorAccounts[0]);
    token = await api.signIn(privateKeyToAccount(generatePrivateKey()));
    // Lists of a participant look at their cursors once they have found whose they are.
    await api.admin.query('insert into app_user (address) values ($1)', [ADDRESS_TEXT.good]);
  });
  afterAll(async () => {
    console.log(`bad input: ${cases} cases over ${keys.length} calls`);
    await api.stop();
    await database.drop();
  });

  /** Sends a body as it is; checks that the reply has the envelope and reveals no internals. Returns the reply. */
  async function send(key: EndpointKey, init: RequestInit, path?: string): Promise<Refusal> {
    cases += 1;
    const [method = '', template = ''] = key.split(' ');
    const authorization = endpoints[key].who === 'ops' ? operatorToken : token;
    const headers = { authorization, lang: 'en', ...(init.headers as Record<string, string> | undefined) };
    const answer = await api.send(path ?? template, { ...init, method, headers });
    const what = `${key} ${String(init.body).slice(0, 200)} → ${answer.text.slice(0, 300)}`;
    expect(answer.status, what).toBe(200);
    expect(answer.headers.get('x-request-id'), what).toMatch(/^[0-9a-f-]{36}$/);
    const refusal = answer.json as Refusal;
    expect(refusal.code, what).toBeGreaterThanOrEqual(200);
    expect(refusal.code, what).not.toBe(500);
    expect(refusal.code, what).not.toBe(503);
    if (refusal.code !== 200) expect(answer.text.replaceAll(template, ''), what).not.toMatch(LEAKS);
    return refusal;
  }

  const post = (key: EndpointKey, body: unknown) =>
    send(key, {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test.each(posts)('behavior: %s refuses each bad value of each field, and names the field', async (key) => {
    for (const [name, schema] of fieldsOf(key)) {
      const missing = await post(key, { ...goodRequest(key), [name]: undefined });
      if (isRequired(schema))
        expect(missing).toMatchObject({ code: 400, error: 'field-missing', details: { field: name } });
      for (const { value, errors, at } of classOf(name, schema).bad) {
        if (value === null && allowsNull(schema)) continue;
        const refusal = await post(key, { ...goodRequest(key), ...rangeWith(key, name), [name]: value });
        const what = `${key} ${name} = ${String(JSON.stringify(value)).slice(0, 100)} → ${JSON.stringify(refusal)}`;
        expect(refusal.code, what).toBe(400);
        expect(errors, what).toContain(refusal.error);
        expect(refusal.details.field, what).toBe(at === undefined ? name : `${name}.${at}`);
        expect(refusal.msg, what).not.toBe('');
      }
    }
  });

  /** Returns a valid other end for a time range whose field is under test. */
  function rangeWith(key: EndpointKey, name: string): object {
    const names = fieldsOf(key).map(([field]) => field);
    if (!names.includes('from') || name === 'from' || name === 'to') return {};
    return { from: 1_800_000_000_000, to: 1_800_000_000_001 };
  }

  test.each(posts.filter((key) => fieldsOf(key).some(([name]) => name === 'from')))(
    'behavior: %s refuses reversed, equal and half ranges',
    async (key) => {
      const [from, to] = [1_800_000_000_000, 1_800_000_000_001];
      const good = goodRequest(key);
      for (const range of [
        { from: to, to: from },
        { from, to: from },
      ]) {
        const refusal = await post(key, { ...good, ...range });
        expect(refusal).toMatchObject({ code: 400, error: 'date-range', details: { field: 'to' } });
      }
      expect(await post(key, { ...good, from, to: undefined })).toMatchObject({ details: { field: 'to' } });
      expect(await post(key, { ...good, from: undefined, to })).toMatchObject({ details: { field: 'from' } });
    },
  );

  test.each(posts.filter((key) => fieldsOf(key).some(([name]) => name === 'cursor')))(
    'behavior: %s answers a cursor that names no item, however great its numbers are',
    async (key) => {
      const [great, latest] = ['9'.repeat(18), '1'.repeat(17)];
      const keysOfLists = [
        [great],
        [great, great],
        [latest, great],
        [latest, '9', great],
        ['999', great, great, great, great, great],
      ];
      for (const numbers of keysOfLists) {
        const cursor = Buffer.from(numbers.join('.')).toString('base64url');
        const answer = await post(key, { ...goodRequest(key), cursor });
        expect([200, 400, 404], `${key} ${numbers.join('.')}`).toContain(answer.code);
      }
    },
  );

  test.each(posts)('behavior: %s refuses malformed bodies', async (key) => {
    const good = JSON.stringify(goodRequest(key));
    const [opening] = ['{', ''];
    const inside = good.slice(1);
    const comma = inside === '}' ? '' : ',';
    const bodies: [body: string, error: string][] = [
      ['', 'body-not-json'],
      ['{', 'body-not-json'],
      ['{"a":1,}', 'body-not-json'],
      ["{'a':1}", 'body-not-json'],
      [`${good}${good}`, 'body-not-json'],
      ['NaN', 'body-not-json'],
      ['[]', 'wrong-type'],
      ['null', 'wrong-type'],
      ['"text"', 'wrong-type'],
      ['1', 'wrong-type'],
      [`{"a":1,"a":2}`, 'body-not-json'],
      [`{"\\u0061":1,"a":2}`, 'body-not-json'],
      [`${opening}"__proto__":{"admin":true}${comma}${inside}`, 'unknown-field'],
      [`${opening}"extra":{"__proto__":{"admin":true}}${comma}${inside}`, 'unknown-field'],
      [`${opening}"constructor":{"prototype":{"admin":true}}${comma}${inside}`, 'unknown-field'],
      [`${opening}"extra":${'['.repeat(200)}${']'.repeat(200)}${comma}${inside}`, 'body-not-json'],
      [`${opening}"extra":"${'x'.repeat(70_000)}"${comma}${inside}`, 'body-too-large'],
      [`${opening}"extra":"${'x'.repeat(2_000_000)}"${comma}${inside}`, 'body-too-large'],
    ];
    for (const [body, error] of bodies) {
      const refusal = await post(key, body);
      expect(refusal, body.slice(0, 80)).toMatchObject({ code: 400, error });
    }
    const known = fieldsOf(key).map(([name]) => name);
    for (const extra of ['role', 'user_id', 'userId', 'balance', 'isAdmin', 'toString', 'hasOwnProperty']) {
      if (known.includes(extra)) continue;
      const refusal = await post(key, { ...goodRequest(key), [extra]: 1 });
      expect(refusal).toMatchObject({ code: 400, error: 'unknown-field', details: { field: extra } });
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'application/jsonx',
    ]) {
      const refusal = await send(key, { headers: { 'content-type': type }, body: good });
      expect(refusal, type).toMatchObject({ code: 400, error: 'content-type-not-json' });
    }
    const invalidUtf8 = await send(key, {
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    expect(invalidUtf8).toMatchObject({ code: 400, error: 'body-not-json' });
  });

  test.each(gets)('behavior: %s refuses unknown and bad parameters', async (key) => {
    const good = pathWith(key, String(goodRequest(key)['roundId'] ?? ''));
    for (const query of [
      'role=admin',
      '__proto__=1',
      'constructor=1',
      'a=1&a=2',
      'a[]=1',
      '%00=1',
      `q=${'x'.repeat(4_000)}`,
    ]) {
      const refusal = await send(key, {}, `${good}?${query}`);
      expect(refusal, query).toMatchObject({ code: 400, error: 'unknown-field' });
    }
    for (const [name, schema] of fieldsOf(key)) {
      for (const { value } of classOf(name, schema).bad) {
        if (typeof value !== 'string' || !value.isWellFormed() || value.length > 1_000) continue;
        const text = encodeURIComponent(value);
        // A field that is not in the path is in the query.
        const path = key.includes(`:${name}`) ? pathWith(key, text) : `${good}?${name}=${text}`;
        const refusal = await send(key, {}, path);
        expect([400, 404], `${name} = ${value}`).toContain(refusal.code);
      }
    }
    expect([400, 404]).toContain((await send(key, {}, `${pathWith(key, '1')}%zz`)).code);
  });

  function pathWith(key: EndpointKey, value: string): string {
    return (key.split(' ')[1] ?? '').replace(/:[A-Za-z]+/, value);
  }

  test.each(posts)('behavior: %s refuses random JSON', async (key) => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), async (body) => {
        // Valid requests are not under test, and a valid logout would end the session.
        fc.pre(!endpoints[key].request.safeParse(JSON.parse(body)).success);
        const { code } = await post(key, body);
        expect(code, body).toBe(400);
      }),
      { numRuns: 60 },
    );
  });

  test('behavior: each language gets its own texts, an unknown one Chinese', async () => {
    const msgIn = async (lang: string) => {
      const { json } = await api.send('/api/app/user/login', {
        method: 'POST',
        headers: { lang, 'content-type': 'application/json' },
        body: '{}',
      });
      return (json as Refusal).msg;
    };
    const zh = await msgIn('zh');
    for (const lang of ['zz', '../../x', '', '__proto__', 'x'.repeat(500), 'zh, en'])
      expect(await msgIn(lang)).toBe(zh);
    expect(await msgIn('en')).toBe('Missing field: sign_hex');
    expect(await msgIn('hi')).toBe('यह फ़ील्ड नहीं भरी गई: sign_hex');
    expect(await msgIn('zhHK')).toBe('缺少欄位：sign_hex');
  });

  test.each([
    ['GET', '/api/app/user/login', 'POST'],
    ['POST', '/api/app/home', 'GET'],
    ['DELETE', '/api/app/home', 'GET'],
  ])('behavior: %s %s is answered with the methods that the path has', async (method, path, allow) => {
    const { status, headers } = await api.send(path, { method });
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow });
  });

  test('behavior: undeclared calls are not found with any method', async () => {
    for (const [method, path] of [
      ['POST', '/api/app/house'],
      ['POST', '/api/ops/'],
      ['GET', '/api/'],
      ['GET', '/api/app/home/..%2f..%2fops'],
    ] as const) {
      const { status, json } = await api.send(path, { method });
      expect({ status, json }, path).toMatchObject({
        status: 200,
        json: { code: 404, error: 'not-found', data: null },
      });
    }
  });

  test.each(posts.filter((key) => endpoints[key].who !== 'all'))('behavior: %s requires a session', async (key) => {
    const { status, json } = await api.send(key.split(' ')[1] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(goodRequest(key)),
    });
    expect({ status, json }).toMatchObject({ status: 401, json: { code: 501, error: 'unauthorized' } });
  });
});
