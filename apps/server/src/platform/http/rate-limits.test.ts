import { CALL_RATES, type CallRate } from '@city-mint/api-contract/endpoint';
import { type EndpointKey, endpoints } from '@city-mint/api-contract/endpoints';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { limitedNetworks } from '../limited-address.ts';
import { createLogger } from '../log/create-logger.ts';
import { createMetrics } from './create-metrics.ts';
import { createServer } from './create-server.ts';
import type { Handlers } from './handler.ts';
import { createRateLimiter, MOST_CALLERS, NO_LIMITS, type RateLimits } from './rate-limiter.ts';

// The tests start a server with all its routes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const keys = Object.keys(endpoints).filter((key): key is EndpointKey => key in endpoints);
const PER_MINUTE: Record<CallRate, number> = { read: 4, write: 3, join: 6, money: 2, heavy: 5, 'sign-in': 2 };
const LIMITS: RateLimits = { perAddress: 1_000, perMinuteOf: PER_MINUTE };

type Caller = { ip?: string; wallet?: number; forwardedFor?: string };

/**
 * A server without a database: every handler refuses, and every token of 43 letters belongs to a wallet with that
 * number.
 */
async function openServer({
  rateLimits = LIMITS,
  trustedProxies = [] as string[],
  isBusy = false,
  secure = false,
} = {}) {
  let nowMs = 1_000_000;
  const metrics = createMetrics('test');
  const handlers = Object.fromEntries(
    keys.map((key) => [key, async () => ({ refusal: isBusy ? 'busy' : 'maintenance' })]),
  );
  const app = await createServer({
    handlers: handlers as unknown as Handlers,
    authenticate: async (token) => ({
      state: 'valid',
      participant: {
        userId: BigInt(token.replaceAll('_', '')),
        address: token,
        sessionHash: Buffer.alloc(32),
        consentHash: null,
      },
    }),
    describeRefusal: ({ error }) => ({ code: error === 'too-many-requests' ? 429 : 400, msg: error }),
    readiness: {},
    metrics,
    logger: createLogger({ name: 'test', level: 'silent' }),
    settings: {
      checkReplies: false,
      secure,
      trustedProxies,
      regionHeader: undefined,
      publicOrigins: [],
      rateLimits,
      connectionsPerAddress: 0,
      securityContact: undefined,
      hosts: [],
      pageConnects: [],
      webDist: undefined,
      metricsToken: undefined,
    },
    clock: () => nowMs,
  });
  /** Whether the call was accepted, and otherwise its refusal. The body is truncated, so no handler runs. */
  async function call(key: EndpointKey, { ip = '198.51.100.1', wallet, forwardedFor }: Caller = {}) {
    const [method = '', template = ''] = key.split(' ');
    const { body, headers, statusCode } = await app.inject({
      method: method === 'GET' ? 'GET' : 'POST',
      url: template.replace(/:\w+/, '1'),
      remoteAddress: ip,
      headers: {
        ...(wallet === undefined ? {} : { authorization: String(wallet).padStart(43, '_') }),
        ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { payload: '{' }),
    });
    const { error, details } = JSON.parse(body) as { error: string; details: Record<string, string> };
    return { isIn: error !== 'too-many-requests', details, headers, statusCode };
  }
  const passMs = (ms: number) => {
    nowMs += ms;
  };
  return { app, call, passMs, metrics };
}

/** A server for a single test. */
async function startServer(options: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer(options);
  onTestFinished(() => server.app.close());
  return server;
}

describe('limits of rates', () => {
  // One server for the tests of all calls, each from a new address and wallet.
  let server: Awaited<ReturnType<typeof openServer>>;
  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(() => server.app.close());

  test('default: every declared call has a class, and calls that move money or sign in have the right one', () => {
    for (const key of keys) expect(CALL_RATES, key).toContain(endpoints[key].rate);
    const of = (rate: CallRate) => keys.filter((key) => endpoints[key].rate === rate);
    expect(of('join')).toEqual(['POST /api/biz/crowdfund']);
    expect(of('money')).toEqual(['POST /api/app/user/withdraw', 'POST /api/biz/collect/ju/power']);
    expect(of('sign-in').every((key) => /(signMessage|login)$/.test(key))).toBe(true);
    expect(keys.filter((key) => /(signMessage|login)$/.test(key))).toEqual(of('sign-in'));
  });

  test.each(keys)(
    'behavior: %s accepts the calls of its class, refuses the next, and continues after the stated seconds',
    async (key) => {
      const { call, passMs } = server;
      const { who, rate } = endpoints[key];
      const place = keys.indexOf(key);
      const caller = { ip: `198.51.100.${place}`, ...(who === 'all' ? {} : { wallet: 1_000 + place }) };
      const limit = PER_MINUTE[rate] * (who === 'all' && rate !== 'sign-in' ? 10 : 1);
      for (let made = 0; made < limit; made += 1) expect((await call(key, caller)).isIn, `call ${made + 1}`).toBe(true);
      const refused = await call(key, caller);
      expect(refused).toMatchObject({ isIn: false, statusCode: 200, details: { limit: String(limit) } });
      const seconds = Number(refused.details['retryAfterSeconds']);
      expect(seconds).toBe(Math.max(1, Math.ceil(60 / limit)));
      expect(refused.headers['retry-after']).toBe(String(seconds));
      passMs(seconds * 1_000);
      expect((await call(key, caller)).isIn).toBe(true);
      passMs(60_000);
      for (let made = 0; made < limit; made += 1) expect((await call(key, caller)).isIn).toBe(true);
      expect((await call(key, caller)).isIn).toBe(false);
    },
  );

  test('behavior: a call that is answered busy does not count against the limit of its route', async () => {
    const { call } = await startServer({ isBusy: true });
    for (let made = 0; made < 200; made += 1) expect((await call('GET /api/app/home')).isIn).toBe(true);
    const { call: inTurn } = await startServer();
    const allowed = [];
    for (let made = 0; made < 200; made += 1) allowed.push((await inTurn('GET /api/app/home')).isIn);
    expect(allowed).toContain(false);
  });

  test('behavior: over https responses have HSTS, also those of calls', async () => {
    const { call } = await startServer({ secure: true });
    expect((await call('GET /api/app/home')).headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });

  test('behavior: a wallet is limited over all its addresses; others at the same address are unaffected', async () => {
    const { call } = await startServer();
    const key = 'POST /api/app/user/withdraw';
    expect((await call(key, { wallet: 1, ip: '198.51.100.1' })).isIn).toBe(true);
    expect((await call(key, { wallet: 1, ip: '198.51.100.2' })).isIn).toBe(true);
    expect((await call(key, { wallet: 1, ip: '198.51.100.3' })).isIn).toBe(false);
    expect((await call(key, { wallet: 2, ip: '198.51.100.1' })).isIn).toBe(true);
    expect((await call('POST /api/biz/mine/mint', { wallet: 1, ip: '198.51.100.1' })).isIn).toBe(true);
  });

  test('behavior: an address is limited over all its wallets; the same wallets elsewhere are unaffected', async () => {
    const { call } = await startServer();
    const key = 'POST /api/app/user/withdraw';
    for (let wallet = 1; wallet <= 20; wallet += 1) expect((await call(key, { wallet })).isIn).toBe(true);
    expect(await call(key, { wallet: 21 })).toMatchObject({ isIn: false, details: { limit: '20' } });
    expect((await call(key, { wallet: 21, ip: '203.0.113.9' })).isIn).toBe(true);
    expect((await call('GET /api/app/home')).isIn).toBe(true);
  });

  test('behavior: the total of an address is limited, also without a route; health is not', async () => {
    const { app, call, metrics } = await startServer({ rateLimits: { ...LIMITS, perAddress: 5 } });
    for (const url of ['/docs/openapi.json', '/api/none', '/nothing', EVENTS_PATH]) {
      await app.inject({ url, remoteAddress: '198.51.100.1' });
    }
    expect((await call('GET /api/app/lang')).isIn).toBe(true);
    expect(await call('GET /api/app/lang')).toMatchObject({ isIn: false, details: { retryAfterSeconds: '12' } });
    expect((await app.inject({ url: '/nothing', remoteAddress: '198.51.100.1' })).statusCode).toBe(429);
    expect((await app.inject({ url: '/health/live', remoteAddress: '198.51.100.1' })).statusCode).toBe(200);
    expect((await call('GET /api/app/lang', { ip: '198.51.100.2' })).isIn).toBe(true);
    expect(await metrics.registry.metrics()).toContain(
      'city_mint_rate_limited_total{scope="address",rate="read",process="test"} 1',
    );
  });

  test('behavior: only a trusted proxy decides for whom a call counts', async () => {
    const direct = await startServer();
    const behind = await startServer({ trustedProxies: ['198.51.100.0/24'] });
    const key = 'POST /api/app/user/login';
    const count = async ({ call }: typeof direct) => {
      let isIn = 0;
      for (let host = 0; host < 10; host += 1) {
        if ((await call(key, { forwardedFor: `203.0.113.${host}` })).isIn) isIn += 1;
      }
      return isIn;
    };
    expect(await count(direct)).toBe(2);
    expect(await count(behind)).toBe(10);
    // Entries by the client come first and do not count: the proxy's own entry is the last.
    for (let host = 0; host < 3; host += 1) {
      const forged = `10.0.0.${host}, 203.0.113.77`;
      expect((await behind.call(key, { forwardedFor: forged })).isIn).toBe(host < 2);
    }
  });

  test('twin: without limits a flood passes', async () => {
    const { call } = await startServer({ rateLimits: NO_LIMITS });
    for (let made = 0; made < 200; made += 1)
      expect((await call('POST /api/app/user/withdraw', { wallet: 1 })).isIn).toBe(true);
  });
});

describe('createRateLimiter', () => {
  test('behavior: a flood of addresses uses bounded memory, and wallets stay limited', () => {
    let nowMs = 0;
    const limiter = createRateLimiter(LIMITS, () => nowMs);
    const called = { route: '/x', rate: 'money' } as const;
    for (let made = 0; made < 2; made += 1) expect(limiter.ofWallet('1', called)).toBeNull();
    for (let flood = 0; flood < 3 * MOST_CALLERS; flood += 1) {
      limiter.ofAddress(`10.${(flood >> 16) & 255}.${(flood >> 8) & 255}.${flood & 255}`, called);
    }
    expect(limiter.remembered()).toBeLessThanOrEqual(2 * MOST_CALLERS + 1);
    expect(limiter.ofWallet('1', called)).toMatchObject({ scope: 'wallet', limit: 2 });
    // After two quiet minutes only the current caller is tracked.
    for (const _minute of [1, 2]) {
      nowMs += 60_000;
      limiter.ofAddress('192.0.2.1', called);
      limiter.ofWallet('2', called);
    }
    expect(limiter.remembered()).toBeLessThanOrEqual(6);
  });

  test('behavior: an even pace within the limit is never refused', () => {
    let nowMs = 0;
    const limiter = createRateLimiter(LIMITS, () => nowMs);
    for (let made = 0; made < 500; made += 1) {
      expect(limiter.ofWallet('1', { route: '/x', rate: 'write' })).toBeNull();
      nowMs += 20_000;
    }
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('default: %s counts as %s', (ip, counted) =>
    expect(limitedNetworks(ip)[0]).toEqual({ network: counted, times: 1 }),
  );

  test('behavior: an IPv6 address also counts in its /56 and its /48, with room for more callers', () => {
    expect(limitedNetworks('2001:db8:1:2ff::9')).toEqual([
      { network: '2001:db8:1:2ff::/64', times: 1 },
      { network: '2001:db8:1:200::/56', times: 4 },
      { network: '2001:db8:1::/48', times: 16 },
    ]);
  });
});
