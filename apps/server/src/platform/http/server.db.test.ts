import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { endpoints } from '@city-mint/api-contract/endpoints';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { countBlocked } from '@city-mint/tests/setup/hold-locks';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOver } from '../database/database.ts';
import { createLogger } from '../log/create-logger.ts';
import { createMetrics } from './create-metrics.ts';
import { createServer } from './create-server.ts';
import type { Handlers } from './handler.ts';
import { NO_LIMITS } from './rate-limiter.ts';

const SIGN_MESSAGE = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    eth_address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    domain: TEST_DOMAIN,
    uri: TEST_URI,
  }),
};

describe('the HTTP server', () => {
  let database: TestDatabase;
  let api: TestApi;
  const webDist = mkdtempSync(join(tmpdir(), 'city-mint-page-'));

  beforeAll(async () => {
    mkdirSync(join(webDist, 'assets'));
    writeFileSync(join(webDist, 'index.html'), '<!doctype html><div id="root"></div>');
    writeFileSync(join(webDist, 'assets', 'app-abc123.js'), 'export {};');
    writeFileSync(join(webDist, 'assets', 'recompute-worker-abc123.js'), 'self;');
    writeFileSync(join(webDist, 'assets', 'app-abc123.js.br'), brotliCompressSync('export {};'));
    writeFileSync(join(webDist, 'favicon.svg'), '<svg/>');
    mkdirSync(join(webDist, '.well-known'));
    writeFileSync(join(webDist, '.well-known', 'walletconnect.txt'), 'code\n');
    writeFileSync(join(webDist, 'licences.txt'), 'MIT License');
    writeFileSync(join(webDist, 'licences.txt.br'), brotliCompressSync('MIT License'));
    mkdirSync(join(webDist, 'pages', 'th'), { recursive: true });
    writeFileSync(join(webDist, 'pages', 'th', 'team.html'), '<!doctype html><title>team</title>');
    database = await createTestDatabase();
    api = await startTestApi({
      databaseUrl: database.url,
      env: {
        WEB_DIST: webDist,
        RPC_URL: 'https://rpc.example/secret-key',
        WALLETCONNECT_RELAY_URL: 'wss://relay.example/secret-key',
        METRICS_TOKEN: 'a-long-metrics-token',
      },
    });
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
    rmSync(webDist, { recursive: true });
  });

  describe('page', () => {
    test.each(['/', '/index', '/city', '/record-detail?id=1', '/some/deep/path'])(
      'default: %s is the page',
      async (path) => {
        const { status, text, headers } = await api.send(path);
        expect({ status, text }).toEqual({ status: 200, text: '<!doctype html><div id="root"></div>' });
        expect(headers.get('cache-control')).toBe('no-cache');
      },
    );

    test.each(['/', '/index', '/robots.txt', '/favicon.svg'])(
      'behavior: HEAD %s is answered like GET',
      async (path) => {
        const { status, text, headers } = await api.send(path, { method: 'HEAD' });
        expect({ status, text }).toEqual({ status: 200, text: '' });
        expect(headers.get('content-type')).toBe((await api.send(path)).headers.get('content-type'));
      },
    );

    test('behavior: answers of the API, errors and the reference have policies', async () => {
      for (const path of ['/api/app/lang', '/api/none', '/docs/openapi.json', '/docs/', '/health/live', '/none.txt']) {
        const { headers } = await api.send(path);
        expect([path, headers.get('content-security-policy')]).toEqual([
          path,
          expect.stringMatching(/default-src 'none'/),
        ]);
        expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
        expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
        expect([path, headers.get('strict-transport-security')]).toEqual([path, null]);
      }
    });

    test('behavior: its policy allows nothing inline and no host but the node and the wallet relay', async () => {
      const { headers } = await api.send('/');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).not.toMatch(/unsafe|\*|http:/);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("connect-src 'self' https://rpc.example wss://relay.example;");
      expect(policy).toContain('frame-src https://verify.walletconnect.org;');
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toContain('secret-key');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    });

    test('behavior: only the worker that hashes settlements may run WebAssembly', async () => {
      const policyOf = async (path: string) => {
        const { headers } = await api.send(path, { headers: { 'accept-encoding': 'br' } });
        return headers.get('content-security-policy') ?? '';
      };
      const ofPage = await policyOf('/assets/app-abc123.js');
      expect(ofPage).not.toContain('wasm');
      expect(await policyOf('/assets/recompute-worker-abc123.js')).toBe(
        ofPage.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
      );
    });

    test('behavior: a screen has the document of its language if the build has one; it is not a file', async () => {
      const th = { headers: { cookie: 'lang=th' } };
      const { text, headers } = await api.send('/team?level=2', th);
      expect(text).toBe('<!doctype html><title>team</title>');
      expect(headers.get('vary')).toContain('cookie');
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      for (const path of ['/team', '/team/x', '/../th/team']) {
        expect((await api.send(path)).text).toBe('<!doctype html><div id="root"></div>');
      }
      expect((await api.send('/pages/th/team.html', th)).status).toBe(404);
    });

    test('behavior: hashed files are immutable and come compressed', async () => {
      const { headers, text } = await api.send('/assets/app-abc123.js', { headers: { 'accept-encoding': 'br' } });
      expect(text).toBe('export {};');
      expect(headers.get('content-encoding')).toBe('br');
      expect(headers.get('content-type')).toContain('javascript');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    });

    test.each([
      '/assets/old-hash.js',
      '/missing.svg',
      '/assets/../index.html.br',
      '/docs/none',
      '/.well-known/apple-app-site-association',
      '/.well-known/security',
      '/.env',
      '/file.with-a-long-ending',
      '/..%2f..%2fetc/passwd',
    ])('behavior: %s is not found rather than the page', async (path) =>
      expect((await api.send(path)).status).toBe(404),
    );

    test('behavior: the file with which WalletConnect verifies the domain is served if the build has it', async () => {
      const { status, text, headers } = await api.send('/.well-known/walletconnect.txt');
      expect({ status, text }).toEqual({ status: 200, text: 'code\n' });
      expect(headers.get('content-type')).toContain('text/plain');
    });

    test('behavior: the licences of the page’s packages are a text file', async () => {
      const { headers, text } = await api.send('/licences.txt', { headers: { 'accept-encoding': 'br' } });
      expect(text).toBe('MIT License');
      expect(headers.get('content-encoding')).toBe('br');
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    });

    test('behavior: publishes no contact for vulnerabilities unless one is set', async () => {
      expect((await api.send('/.well-known/security.txt')).status).toBe(404);
    });

    test('behavior: HEAD is answered like GET, without a body', async () => {
      for (const path of ['/', '/index']) {
        const { status, headers, text } = await api.send(path, { method: 'HEAD' });
        expect({ path, status, text }).toEqual({ path, status: 200, text: '' });
        expect(headers.get('content-type')).toContain('text/html');
      }
    });

    test.each([
      ['PUT', '/index', 'GET, HEAD'],
      ['DELETE', '/licences.txt', 'GET, HEAD'],
      ['OPTIONS', '/', 'GET, HEAD'],
      ['GET', '/api/biz/crowdfund', 'POST'],
      ['PATCH', '/api/app/warehouses', 'GET'],
      ['POST', '/health/live', 'GET, HEAD'],
    ])('behavior: %s %s is answered with the methods that it has', async (method, path, allow) => {
      const { status, headers, text } = await api.send(path, { method });
      expect({ status, allow: headers.get('allow'), text }).toEqual({ status: 405, allow, text: 'method not allowed' });
    });

    test.each(['POST', 'PUT', 'GET'])('behavior: %s of a path that nothing has is not found', async (method) => {
      expect((await api.send('/api/nothing', { method })).json).toMatchObject({ code: 404, error: 'not-found' });
    });

    test('behavior: allows scripts no sensor, camera, payment or device', async () => {
      const { headers } = await api.send('/index');
      expect(headers.get('permissions-policy')).toContain('camera=(), ');
      expect(headers.get('permissions-policy')).toContain('payment=()');
    });

    test('behavior: robots are excluded from the API', async () => {
      expect((await api.send('/robots.txt')).text).toContain('Disallow: /api/');
      expect((await api.send('/api/nothing')).json).toMatchObject({ code: 404, error: 'not-found' });
    });
  });

  describe('reference', () => {
    test('default: the document describes every declared call with its refusals', async () => {
      const documents = await Promise.all(
        [api.url, api.opsUrl].map(async (url) => (await fetch(`${url}/docs/openapi.json`)).text()),
      );
      expect(documents.join('')).not.toContain('$ref');
      type Paths = Record<string, Record<string, { operationId: string }>>;
      const [own, ops] = documents.map((text) => (JSON.parse(text) as { paths: Paths }).paths);
      const paths = { ...own, ...ops };
      const described = Object.entries(paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      );
      expect(described.sort()).toEqual([...Object.keys(endpoints), `GET ${EVENTS_PATH}`].sort());
      const ids = Object.values(paths).flatMap((operations) => Object.values(operations).map((o) => o.operationId));
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('behavior: its page is served entirely from this server', async () => {
      const { text, headers } = await api.send('/docs/');
      expect(text).not.toMatch(/(src|href)="https?:/);
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/);
      const script = /src="([^"]+)"/.exec(text)?.[1] ?? '';
      const { status, headers: scriptHeaders } = await api.send(new URL(script, `${api.url}/docs/`).pathname);
      expect({ status, type: scriptHeaders.get('content-type') }).toEqual({
        status: 200,
        type: 'application/javascript; charset=utf-8',
      });
    });
  });

  describe('health and metrics', () => {
    test('default: alive, and ready depending on its dependencies', async () => {
      expect(await api.send('/health/live')).toMatchObject({ status: 200, json: { status: 'ok' } });
      const ready = () => api.send('/health/ready');
      expect(await ready()).toMatchObject({
        status: 200,
        json: { status: 'ok', dependencies: { database: 'ok', journal: 'ok', chain: 'ok', indexer: 'warning' } },
      });
      await api.admin.query(`insert into chain_cursor
          (source, chain_id, block_number, block_hash, block_at, genesis_hash)
        values ('vault', 202599, 1, '0x1', now(), '0x0')`);
      await expect.poll(ready).toMatchObject({ json: { dependencies: { indexer: 'ok' } } });
      await api.admin.query(`update chain_cursor set updated_at = now() - interval '5 minutes'`);
      await expect.poll(ready).toMatchObject({ status: 200, json: { dependencies: { indexer: 'warning' } } });
    });

    test('behavior: metrics require the token', async () => {
      await api.send('/api/app/lang');
      expect((await api.send('/metrics')).status).toBe(404);
      expect((await api.send('/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(404);
      const { status, text } = await api.send('/metrics', {
        headers: { authorization: 'Bearer a-long-metrics-token' },
      });
      expect(status).toBe(200);
      expect(text).toMatch(
        /city_mint_http_call_seconds_count\{process="api",route="GET \/api\/app\/lang",code="200"\} \d/,
      );
      expect(text).toContain('nodejs_eventloop_lag_seconds');
    });
  });

  describe('texts', () => {
    test('default: overrides by language and key, whatever their content', async () => {
      await api.admin.query(`insert into text_override (lang, key, text) values
        ('en', 'home.title', '<b>Hi</b>'), ('zh', 'home.title', '你好')`);
      const { text } = await api.send('/api/app/lang');
      expect(text).toContain('"lang":{"en":{"home.title":"<b>Hi</b>"},"zh":{"home.title":"你好"}}');
    });
  });

  describe('faults', () => {
    test('default: without a database calls are busy, within seconds, and reveal nothing', async () => {
      const down = await startTestApi({ databaseUrl: 'postgres://nobody:secret@127.0.0.1:1/none' });
      const startedAt = Date.now();
      const { status, text, json, headers } = await down.send('/api/app/user/signMessage', SIGN_MESSAGE);
      expect({ status, json }).toMatchObject({ status: 200, json: { code: 503, error: 'busy', details: {} } });
      expect(headers.get('retry-after')).toBe('2');
      expect(text).not.toMatch(/ECONN|127|postgres|stack/i);
      expect(Date.now() - startedAt).toBeLessThan(3_000);
      expect(await down.send('/health/live')).toMatchObject({ status: 200 });
      expect(await down.send('/health/ready')).toMatchObject({ json: { dependencies: { database: 'failed' } } });
      await down.stop();
    });

    test('behavior: with every connection in use a call waits two seconds at most', async () => {
      const narrow = await startTestApi({ databaseUrl: database.url, env: { DATABASE_CONNECTIONS: '1' } });
      const blocker = await api.admin.connect();
      await blocker.query('begin; lock table disclosure in access exclusive mode');
      const first = narrow.send('/api/app/disclosure');
      await expect.poll(() => countBlocked(databaseOver(api.admin))).toBe(1);
      const startedAt = Date.now();
      const second = await narrow.send('/api/app/home');
      expect(second.json).toMatchObject({ code: 503, error: 'busy' });
      // Less than the time limit of a statement, after which the connection would be free; a busy machine adds to the
      // two.
      expect(Date.now() - startedAt).toBeLessThan(4_500);
      await blocker.query('rollback');
      blocker.release();
      expect((await first).json).toMatchObject({ code: 200 });
      await narrow.stop();
    });

    test('behavior: it recovers after its connections were killed', async () => {
      await api.send('/api/app/lang');
      await api.admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await expect.poll(async () => (await api.send('/api/app/lang')).json).toMatchObject({ code: 200 });
    });

    test('behavior: a reply that breaks its declaration is a fault, described only in the log', async () => {
      const log: string[] = [];
      const broken: Record<string, unknown> = {
        'GET /api/app/lang': async () => ({ data: { lang: {}, cities: {}, hasAnnouncements: false, secret: 'leak' } }),
        'GET /api/app/disclosure': async () => ({ data: { version: 'one' } }),
        'GET /api/app/home': async () => {
          throw new Error('select * from secrets');
        },
      };
      const server = await createServer({
        handlers: broken as unknown as Handlers,
        authenticate: async () => ({ state: 'unknown' }),
        describeRefusal: ({ error }) => ({ code: 500, msg: error }),
        readiness: {},
        metrics: createMetrics('test'),
        logger: createLogger({ name: 'test', level: 'error', destination: { write: (line) => void log.push(line) } }),
        settings: {
          checkReplies: true,
          secure: false,
          trustedProxies: [],
          regionHeader: undefined,
          publicOrigins: [],
          rateLimits: NO_LIMITS,
          connectionsPerAddress: 0,
          securityContact: undefined,
          hosts: [],
          pageConnects: [],
          webDist: undefined,
          metricsToken: undefined,
        },
      });
      for (const [path, why] of [
        ['/api/app/lang', 'fields that its declaration does not name'],
        ['/api/app/disclosure', 'breaks its declaration'],
        ['/api/app/home', 'select * from secrets'],
      ] as const) {
        const { statusCode, body } = await server.inject(path);
        expect({ statusCode, body: JSON.parse(body) }).toEqual({
          statusCode: 200,
          body: { code: 500, msg: 'internal', data: null, error: 'internal', details: {} },
        });
        expect(log.at(-1)).toContain(why);
      }
      await server.close();
    });
  });

  describe('limits', () => {
    test('default: an address that calls too often learns when to retry; forging one does not help', async () => {
      const limited = await startTestApi({
        databaseUrl: database.url,
        env: { RATE_LIMIT_PER_MINUTE: '20', SIGN_IN_LIMIT_PER_MINUTE: '3' },
      });
      const codes: unknown[] = [];
      for (let call = 0; call < 5; call += 1) {
        const { json, status } = await limited.send('/api/app/user/signMessage', {
          ...SIGN_MESSAGE,
          headers: { ...SIGN_MESSAGE.headers, 'x-forwarded-for': `10.0.0.${call}` },
        });
        expect(status).toBe(200);
        codes.push((json as { code: number }).code);
      }
      expect(codes).toEqual([200, 200, 200, 429, 429]);
      const { json, headers } = await limited.send('/api/app/user/signMessage', SIGN_MESSAGE);
      expect(json).toMatchObject({ error: 'too-many-requests', details: { limit: '3' } });
      const { msg, details } = json as { msg: string; details: { retryAfterSeconds: string } };
      expect(headers.get('retry-after')).toBe(details.retryAfterSeconds);
      expect(msg).toContain(`${details.retryAfterSeconds} 秒`);
      expect((await limited.send('/api/app/lang')).json).toMatchObject({ code: 200 });
      for (let call = 0; call < 20; call += 1) await limited.send('/api/app/lang');
      expect((await limited.send('/api/app/lang')).json).toMatchObject({ code: 429 });
      expect((await limited.send('/health/live')).status).toBe(200);
      await limited.stop();
    });
  });

  describe('other origins', () => {
    test('default: other origins may not read, listed ones may', async () => {
      expect(
        (await api.send('/api/app/lang', { headers: { origin: 'https://evil.test' } })).headers.get(
          'access-control-allow-origin',
        ),
      ).toBeNull();
      const open = await startTestApi({ databaseUrl: database.url, env: { PUBLIC_ORIGINS: 'https://mint.example' } });
      const allowed = async (origin: string) =>
        (await open.send('/api/app/lang', { headers: { origin } })).headers.get('access-control-allow-origin');
      expect(await allowed('https://mint.example')).toBe('https://mint.example');
      for (const other of ['https://mint.example.evil.test', 'http://mint.example', 'null', '*']) {
        expect(await allowed(other)).toBeNull();
      }
      const preflight = await open.send('/api/biz/crowdfund', {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.test' },
      });
      expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
      await open.stop();
    });
  });

  test('behavior: a stop lets current calls finish and accepts no more', async () => {
    const stopping = await startTestApi({ databaseUrl: database.url });
    const blocker = await api.admin.connect();
    await blocker.query('begin; lock table sign_in_key, disclosure in access exclusive mode');
    const body = SIGN_MESSAGE.body.replace('0x5FbDB2315678afecb367f032d93F642f64180aa3', `0x${'1'.repeat(40)}`);
    const calls = [
      stopping.send('/api/app/user/signMessage', { ...SIGN_MESSAGE, body }),
      stopping.send('/api/app/disclosure'),
    ];
    await expect.poll(() => countBlocked(databaseOver(api.admin))).toBe(calls.length);
    const stopped = stopping.stop();
    await expect.poll(() => isListening(stopping.url)).toBe(false);
    await blocker.query('rollback');
    blocker.release();
    for (const { json } of await Promise.all(calls)) expect(json).toMatchObject({ code: 200 });
    await stopped;
  });
});

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
