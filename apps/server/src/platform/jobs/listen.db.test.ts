// @module-tag soak-5
import { waitUntil } from '@city-mint/devnet/wait-until';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTcpProxy } from '@city-mint/tests/setup/tcp-proxy';
import { startTransactionPooler, type TransactionPooler } from '@city-mint/tests/setup/transaction-pooler';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database } from '../database/database.ts';
import { listen } from './listen.ts';

const TRY_MS = 100;

let database: TestDatabase;
let other: TestDatabase;
let pooler: TransactionPooler;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  other = await createTestDatabase();
  pooler = await startTransactionPooler(database.url);
  db = createDatabase({ url: database.url, maxConnections: 2 });
});
afterAll(async () => {
  await db.destroy();
  await pooler.stop();
  await Promise.all([database.drop(), other.drop()]);
});

/** Listens at an address; counts what wakes it, and records its complaints and whether it gave up. */
function listenAt(url: string) {
  const seen = { wakes: 0, isDeaf: false, lines: [] as string[], silentSeconds: () => Number.NaN };
  const log = pino({ level: 'warn' }, { write: (line: string) => void seen.lines.push(line) });
  const listener = listen({
    ...{ url, db, log, tryMs: TRY_MS },
    channels: {
      a_channel() {
        seen.wakes += 1;
      },
    },
    observe(silentSeconds) {
      seen.silentSeconds = silentSeconds;
    },
    onDeaf() {
      seen.isDeaf = true;
      void listener.stop();
    },
  });
  onTestFinished(() => listener.stop());
  return seen;
}

describe('listen', () => {
  test('default: at PostgreSQL itself it hears others and itself, and keeps its connection', async () => {
    const seen = listenAt(database.url);
    expect(await waitUntil(() => seen.wakes === 1)).toBe(true);
    await new Promise((wake) => setTimeout(wake, 8 * TRY_MS));
    const admin = new pg.Client(database.url);
    await admin.connect();
    onTestFinished(() => admin.end());
    await admin.query('notify a_channel');
    expect(await waitUntil(() => seen.wakes === 2)).toBe(true);
    expect(seen).toMatchObject({ wakes: 2, isDeaf: false, lines: [] });
    expect(await waitUntil(() => seen.silentSeconds() < 6 * (TRY_MS / 1_000))).toBe(true);
  });

  test.each([
    ['through a pooler of transactions', () => pooler.through(database.url)],
    ['at another database', () => other.url],
  ])('attack: %s it hears nothing, names the setting and ends', async (_name, url) => {
    const seen = listenAt(url());
    expect(await waitUntil(() => seen.isDeaf)).toBe(true);
    expect(seen.lines.join('')).toContain('DATABASE_DIRECT_URL');
    expect(seen.silentSeconds()).toBeGreaterThan(4 * (TRY_MS / 1_000));
  });

  test('behavior: a connection that falls silent before it listens is replaced', async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    proxy.holdReplies(/listen "/);
    onTestFinished(() => proxy.stop());
    const seen = listenAt(proxy.through(database.url));
    expect(await waitUntil(() => proxy.heldBytes() > 0)).toBe(true);
    proxy.pass();
    expect(await waitUntil(() => seen.wakes === 1, 60_000)).toBe(true);
  });

  test('broken twin: a query on the same connection, or a notification in it, finds nothing wrong', async () => {
    const plain = new pg.Client(pooler.through(database.url));
    const heard: string[] = [];
    plain.on('notification', ({ channel }) => heard.push(channel));
    await plain.connect();
    const admin = new pg.Client(database.url);
    await admin.connect();
    onTestFinished(async () => void (await Promise.all([plain.end(), admin.end()])));
    await plain.query('listen a_channel');
    await plain.query('listen own');
    await plain.query('notify own');
    await admin.query('notify a_channel');
    await admin.query('select pg_sleep(0.2)');
    expect((await plain.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(heard).toEqual(['own']);
  });
});
