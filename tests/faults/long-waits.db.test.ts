// @module-tag soak-5
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { createRpcNodes } from '@city-mint/server/platform/chain/rpc-node';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { listen } from '@city-mint/server/platform/jobs/listen';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { sql } from 'kysely';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { JU, openRound } from '../builders/rounds.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { countBlocked } from '../setup/hold-locks.ts';
import { startTestApi } from '../setup/start-test-api.ts';
import { startTcpProxy, type TcpProxy } from '../setup/tcp-proxy.ts';

/** Time within which a silent connection has to be detected. */
const DETECTION_MS = 15_000;
/** Additional time for a busy machine. */
const TOLERANCE_MS = 5_000;

/** Requests have ten seconds, callers who do not read twenty; after RESUME_MS all of them read. */
const CLOSED_MS = 80_000;
const RESUME_MS = 23_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Each of the concurrent tests registers its own cleanup. */
type Cleanup = TestContext['onTestFinished'];

async function openProxy(url: string, onTestFinished: Cleanup): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** Returns the milliseconds until a call has any answer. */
async function msOf(call: Promise<unknown>): Promise<number> {
  const from = performance.now();
  await call.catch(() => undefined);
  return performance.now() - from;
}

type Caller = { socket: Socket; closedAfterMs: () => number | undefined };

/** Opens a connection that sends `start` and then a byte a second until it is closed. */
function callSlowly(
  { port: to, onTestFinished }: { port: number; onTestFinished: Cleanup },
  { start, isReading = true }: { start: string; isReading?: boolean },
): Caller {
  const from = performance.now();
  let closedAfterMs: number | undefined;
  const socket = connect(to, '127.0.0.1', () => socket.write(start));
  const byteTimer = setInterval(() => {
    if (isReading && socket.writable) socket.write('a');
  }, 1_000);
  socket.on('error', () => undefined);
  if (isReading) socket.resume();
  else socket.pause();
  socket.once('close', () => {
    clearInterval(byteTimer);
    closedAfterMs = performance.now() - from;
  });
  onTestFinished(() => void socket.destroy());
  return { socket, closedAfterMs: () => closedAfterMs };
}

const HEAD = 'GET /api/app/lang HTTP/1.1\r\nHost: x\r\nX-Slow: ';
const BODY =
  'POST /api/app/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
/** Requests for some megabytes, none of which is read. */
const MANY_REQUESTS = 'GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60);

/** Opens a connection that holds an exclusive lock on a table until it ends. */
async function lockTable(url: string, table: string): Promise<pg.Client> {
  const holder = new pg.Client(url);
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  return holder;
}

/** Opens both connections of a pool, which on a busy machine may take longer than it waits for one; returns whether. */
function openBoth(db: Database): Promise<boolean> {
  return waitUntil(async () => {
    const both = await Promise.allSettled([1, 2].map(() => sql`select pg_sleep(0.1)`.execute(db)));
    return both.every(({ status }) => status === 'fulfilled');
  });
}

// Concurrent, since each of them waits for seconds.
describe.concurrent('silent connections and slow work', () => {
  test('default: while the database is silent calls are busy in time; broken twin: a plain client waits', async ({
    onTestFinished,
  }) => {
    const proxy = await openProxy(database.url, onTestFinished);
    const api = await startTestApi({ databaseUrl: proxy.through(database.url) });
    const plain = new pg.Pool({ connectionString: proxy.through(database.url), keepAlive: true, max: 1 });
    plain.on('error', () => undefined);
    onTestFinished(async () => {
      proxy.reset();
      await Promise.all([api.stop(), plain.end()]);
    });
    const ask = () => api.send('/api/app/home');
    const isAnswered = async () => (await ask()).text.startsWith('{"code":200');
    // On a busy machine a first connection may take longer than a call waits for it.
    expect(await waitUntil(isAnswered)).toBe(true);
    await plain.query('select 1');
    proxy.silence();
    let isTwinAnswered = false;
    const answered = () => {
      isTwinAnswered = true;
    };
    const twin = plain.query('select 1').then(answered, answered);
    // Some of these use an open connection, some request a new one.
    const from = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const ms = performance.now() - from;
    expect(answers.map(({ json }) => json)).toEqual(
      answers.map(() => expect.objectContaining({ code: 503, error: 'busy' })),
    );
    expect(ms).toBeLessThan(DETECTION_MS + TOLERANCE_MS);
    expect((await api.send('/health/live')).status).toBe(200);
    expect((await api.send('/health/ready')).json).toMatchObject({ dependencies: { database: 'failed' } });
    expect(isTwinAnswered).toBe(false);
    proxy.pass();
    expect(await waitUntil(isAnswered)).toBe(true);
    expect(isTwinAnswered).toBe(false);
    proxy.reset();
    await twin;
  });

  test('behavior: a connection that no one uses stays open; broken twin: closed early, a new one is opened', async ({
    onTestFinished,
  }) => {
    // A connection in use may be silent for seven seconds longer than a statement may take.
    const [unused, closedEarly] = [{}, { idleMs: 1_000 }].map((settings) => {
      const pool = createPool({ url: database.url, maxConnections: 1, statementTimeoutMs: 500, ...settings });
      onTestFinished(() => pool.end());
      return async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    });
    const before = [await unused?.(), await closedEarly?.()];
    await sleep(9_000);
    expect(await unused?.()).toBe(before[0]);
    expect(await closedEarly?.()).not.toBe(before[1]);
  });

  test('behavior: a silent listening connection is replaced; broken twin: a plain one receives nothing', async ({
    onTestFinished,
  }) => {
    const proxy = await openProxy(database.url, onTestFinished);
    let [wakes, plainWakes] = [0, 0];
    const db = createDatabase({ url: database.url, maxConnections: 1 });
    const channels = {
      a_channel: () => {
        wakes += 1;
      },
    };
    const listener = listen({
      url: proxy.through(database.url),
      db,
      channels,
      log: createLogger({ name: 'test', level: 'silent' }),
    });
    const plain = new pg.Client({ connectionString: proxy.through(database.url), keepAlive: true });
    plain.on('error', () => undefined);
    plain.on('notification', () => {
      plainWakes += 1;
    });
    await plain.connect();
    await plain.query('listen a_channel');
    const admin = new pg.Client(database.url);
    await admin.connect();
    onTestFinished(async () => {
      await listener.stop();
      proxy.reset();
      await Promise.all([admin.end(), plain.end(), db.destroy()]);
    });
    // Once for the connection, once for the notification.
    expect(await waitUntil(() => wakes === 1)).toBe(true);
    await admin.query('notify a_channel');
    expect(await waitUntil(() => wakes === 2 && plainWakes === 1)).toBe(true);
    proxy.silence();
    await admin.query('notify a_channel');
    await sleep(100);
    expect(wakes).toBe(2);
    proxy.pass();
    const from = performance.now();
    expect(await waitUntil(() => wakes >= 3, DETECTION_MS + TOLERANCE_MS)).toBe(true);
    console.log(`the listening connection was re-established after ${(performance.now() - from).toFixed(0)} ms`);
    await admin.query('notify a_channel');
    expect(await waitUntil(() => wakes >= 4)).toBe(true);
    expect(plainWakes).toBe(1);
  });

  test('behavior: calls to a silent node fail in time; broken twin: without a timeout they hang', async ({
    onTestFinished,
  }) => {
    const node = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":1,"result":"0x31767"}');
    });
    // It closes no connection by itself, not even one on which nothing arrives any more.
    node.keepAliveTimeout = 0;
    await new Promise<void>((done) => node.listen(0, '127.0.0.1', done));
    onTestFinished(() => void node.close());
    const { port } = node.address() as AddressInfo;
    const proxy = await openProxy(`http://127.0.0.1:${port}`, onTestFinished);
    const url = proxy.through(`http://127.0.0.1:${port}`);
    const [asked] = createRpcNodes({ urls: [url], timeoutMs: 5_000 });
    const [patient] = createRpcNodes({ urls: [url], timeoutMs: 100_000 });
    expect(await asked?.getChainId()).toBe(202_599);
    proxy.silence();
    let isTwinAnswered = false;
    patient
      ?.getChainId()
      .catch(() => undefined)
      .finally(() => {
        isTwinAnswered = true;
      });
    await expect(asked?.getChainId()).rejects.toThrow();
    expect(await msOf(Promise.resolve(asked?.getChainId()))).toBeLessThan(DETECTION_MS + TOLERANCE_MS);
    expect(isTwinAnswered).toBe(false);
    proxy.pass();
    expect(await waitUntil(async () => (await asked?.getChainId().catch(() => 0)) === 202_599)).toBe(true);
    proxy.reset();
  });

  test('default: statements are cancelled after five seconds, idle transactions ended after ten', async ({
    onTestFinished,
  }) => {
    const db = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 2 });
    onTestFinished(() => db.destroy());
    expect(await openBoth(db)).toBe(true);
    const from = performance.now();
    const slow = sql`select pg_sleep(20)`.execute(db).catch((error: unknown) => error);
    const idle = db
      .transaction()
      .execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await new Promise((resolve) => setTimeout(resolve, 11_500));
        await sql`select 1`.execute(tx);
      })
      .catch((error: unknown) => error);
    expect(await slow).toMatchObject({ code: '57014' });
    expect(performance.now() - from).toBeLessThan(15_000);
    const error = await idle;
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(/idle-in-transaction|Connection terminated|not queryable/);
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  test('default: slow senders and readers are disconnected; broken twin: without deadlines they stay', async ({
    onTestFinished,
  }) => {
    const api = await startTestApi({ databaseUrl: database.url });
    onTestFinished(() => api.stop());
    const port = Number(new URL(api.url).port);
    const plain = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, (_request, response) => {
      response.end(Buffer.alloc(1 << 20));
    });
    await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
    onTestFinished(() => void plain.close());
    const plainPort = (plain.address() as AddressInfo).port;
    const kinds = [{ start: HEAD }, { start: BODY }, { start: MANY_REQUESTS, isReading: false }];
    const callers = kinds.flatMap((kind) =>
      Array.from({ length: 5 }, () => callSlowly({ port, onTestFinished }, kind)),
    );
    const twinCallers = kinds.map((kind) => callSlowly({ port: plainPort, onTestFinished }, kind));
    let isOver = false;
    let served = 0;
    const honest = (async () => {
      while (!isOver) {
        const { json } = await api.send('/api/app/lang');
        expect(json).toMatchObject({ code: 200 });
        served += 1;
        await sleep(100);
      }
    })();
    const isCut = ({ closedAfterMs }: Caller) => closedAfterMs() !== undefined;
    // A caller that does not read does not notice the end, so all of them read from here on.
    const resuming = setTimeout(() => {
      for (const { socket } of [...callers, ...twinCallers]) socket.resume();
    }, RESUME_MS);
    const cut = await waitUntil(() => callers.every(isCut), CLOSED_MS);
    clearTimeout(resuming);
    isOver = true;
    await honest;
    const times = callers.map((caller) => Math.round(caller.closedAfterMs() ?? 0));
    const [headsMs, bodiesMs] = [Math.max(...times.slice(0, 5)), Math.max(...times.slice(5, 10))];
    console.log(`slow heads closed after ${headsMs} ms, bodies after ${bodiesMs} ms; others served ${served} times`);
    expect(cut).toBe(true);
    expect(served).toBeGreaterThan(20);
    await sleep(500);
    expect(twinCallers.map(isCut)).toEqual([false, false, false]);
  });

  test('default: with all connections of reads in use, reads are busy within seconds, and joins succeed', async ({
    onTestFinished,
  }) => {
    const own = await createTestDatabase();
    const owner = createDatabase({ url: own.url });
    const api = await startTestApi({ databaseUrl: own.url, env: { DATABASE_CONNECTIONS: '2' } });
    onTestFinished(async () => {
      await Promise.all([api.stop(), owner.destroy()]);
      await own.drop();
    });
    const account = privateKeyToAccount(generatePrivateKey());
    const client = api.client(await api.signIn(account));
    await sql`select ledger_write_transfer(
      kind_deposit(), account_custody(currency_ju()), account_available(id, currency_ju()),
      ${(100n * JU).toString()}::numeric, -id)
      from app_user where address = ${account.address}`.execute(owner);
    const { roundId, termsHash } = await openRound(owner);
    const disclosure = await client.call('GET /api/app/disclosure', {});
    if (!disclosure.ok) throw new Error(disclosure.error);
    await client.call('POST /api/app/user/consent', { hash: disclosure.data.hash });
    const request = { roundId: String(roundId), termsHash, amount: '1', requestId: randomUUID() };

    const holder = await lockTable(own.url, 'city');
    // Not the list of cities, which is read once for all who ask.
    const blockedReads = Promise.all([1, 2, 3, 4].map(() => client.call('POST /api/app/rounds', { cityId: '1' })));
    expect(await waitUntil(async () => (await countBlocked(owner)) === 2)).toBe(true);
    const from = performance.now();
    const [read, joined, asked, ready] = await Promise.all([
      api.send('/api/app/home'),
      client.call('POST /api/biz/crowdfund', request),
      client.call('POST /api/app/user/withdraw', {
        currency: 'JU',
        to: '0x000000000000000000000000000000000000dEaD',
        amount: '1',
        requestId: randomUUID(),
      }),
      api.send('/health/ready'),
    ]);
    const ms = performance.now() - from;
    expect(read.json).toMatchObject({ code: 503, error: 'busy' });
    expect(read.headers.get('retry-after')).toBe('2');
    expect(ready.json).toMatchObject({ status: 'failed', dependencies: { database: 'failed' } });
    expect(joined).toMatchObject({ ok: true, data: { rank: 1 } });
    expect(asked).toMatchObject({ ok: true });
    expect(ms).toBeLessThan(12_000);
    // The database cancels what waits for the lock before its holder releases it.
    for (const answer of await blockedReads) expect(answer).toMatchObject({ ok: false, error: 'busy' });
    expect(await waitUntil(async () => (await countBlocked(owner)) === 0)).toBe(true);
    await holder.end();
    expect((await api.send('/api/app/home')).json).toMatchObject({ code: 200 });
  });

  test('broken twin: with one pool for all the same reads block joins', async ({ onTestFinished }) => {
    const pool = createPool({ url: database.url, maxConnections: 2 });
    const shared = databaseOver(pool);
    onTestFinished(() => shared.destroy());
    expect(await openBoth(shared)).toBe(true);
    const reads = Promise.all([1, 2].map(() => sql`select pg_sleep(2.5)`.execute(shared)));
    await expect(sql`select join_rounds('{}', '{}', '{}', '{}', '{}', '{}', '{}')`.execute(shared)).rejects.toThrow(
      'timeout exceeded when trying to connect',
    );
    await reads;
  });
});
