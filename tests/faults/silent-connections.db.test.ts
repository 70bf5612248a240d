import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { createRpcNodes } from '../../apps/server/src/platform/chain/rpc-node.ts';
import { createDatabase } from '../../apps/server/src/platform/database/database.ts';
import { listen } from '../../apps/server/src/platform/jobs/listen.ts';
import { createLogger } from '../../apps/server/src/platform/log/create-logger.ts';
import { waitUntil } from '../../devnet/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi } from '../setup/start-test-api.ts';
import { startTcpProxy, type TcpProxy } from '../setup/tcp-proxy.ts';

/** Within which a connection that says nothing has to be found, as docs/faults.md promises. */
const FOUND_MS = 15_000;
/** A machine that is busy may take this much longer to say so. */
const PATIENCE_MS = 5_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Tests that run side by side each clean up after themselves alone. */
type Cleanup = TestContext['onTestFinished'];

async function openProxy(url: string, onTestFinished: Cleanup): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** How long a call takes until it has any answer. */
async function msOf(call: Promise<unknown>): Promise<number> {
  const from = performance.now();
  await call.catch(() => undefined);
  return performance.now() - from;
}

// Side by side: each of them waits for seconds.
describe.concurrent('a connection on which nothing comes any more', () => {
  test('default: to the database: calls are busy in time and go on with it; a plain client waits on (the broken twin)', async ({
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
    expect((await ask()).json).toMatchObject({ code: 200 });
    await plain.query('select 1');
    proxy.silence();
    let isTwinAnswered = false;
    const answered = () => {
      isTwinAnswered = true;
    };
    const twin = plain.query('select 1').then(answered, answered);
    // Of these some use a connection that stood, some ask for a new one.
    const from = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const ms = performance.now() - from;
    expect(answers.map(({ json }) => json)).toEqual(
      answers.map(() => expect.objectContaining({ code: 503, error: 'busy' })),
    );
    expect(ms).toBeLessThan(FOUND_MS + PATIENCE_MS);
    expect((await api.send('/health/live')).status).toBe(200);
    expect((await api.send('/health/ready')).json).toMatchObject({ dependencies: { database: 'failed' } });
    expect(isTwinAnswered).toBe(false);
    proxy.pass();
    expect(await waitUntil(async () => (await ask()).text.startsWith('{"code":200'), 20_000)).toBe(true);
    expect(isTwinAnswered).toBe(false);
    proxy.reset();
    await twin;
  });

  test('behavior: the listening connection is made again and wakes for what came meanwhile; a plain one hears nothing more (the broken twin)', async ({
    onTestFinished,
  }) => {
    const proxy = await openProxy(database.url, onTestFinished);
    let [wakes, plainWakes] = [0, 0];
    const channels = {
      a_channel: () => {
        wakes += 1;
      },
    };
    const listener = listen({
      url: proxy.through(database.url),
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
      await Promise.all([admin.end(), plain.end()]);
    });
    // Once for having connected, once for the news.
    expect(await waitUntil(() => wakes === 1, 10_000)).toBe(true);
    await admin.query('notify a_channel');
    expect(await waitUntil(() => wakes === 2 && plainWakes === 1, 10_000)).toBe(true);
    proxy.silence();
    await admin.query('notify a_channel');
    await sleep(100);
    expect(wakes).toBe(2);
    proxy.pass();
    const from = performance.now();
    expect(await waitUntil(() => wakes >= 3, FOUND_MS + PATIENCE_MS)).toBe(true);
    console.log(`the listening connection was made again after ${(performance.now() - from).toFixed(0)} ms`);
    await admin.query('notify a_channel');
    expect(await waitUntil(() => wakes >= 4, 10_000)).toBe(true);
    expect(plainWakes).toBe(1);
  });

  test('behavior: to a node of the chain: the question fails in time, the next one is answered; without a limit it hangs (the broken twin)', async ({
    onTestFinished,
  }) => {
    const node = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":1,"result":"0x31767"}');
    });
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
    expect(await msOf(Promise.resolve(asked?.getChainId()))).toBeLessThan(FOUND_MS + PATIENCE_MS);
    expect(isTwinAnswered).toBe(false);
    proxy.pass();
    expect(await waitUntil(async () => (await asked?.getChainId().catch(() => 0)) === 202_599, 20_000)).toBe(true);
    proxy.reset();
  });

  test('default: a statement is ended after five seconds, a transaction in which nothing happens after ten, and both are forgotten', async ({
    onTestFinished,
  }) => {
    const db = createDatabase({ url: database.url, role: 'city_mint_api', maxConnections: 2 });
    onTestFinished(() => db.destroy());
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
});
