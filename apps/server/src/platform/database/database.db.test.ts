import { waitUntil } from '@city-mint/devnet/wait-until';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTcpProxy } from '@city-mint/tests/setup/tcp-proxy';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, createPool, type Database } from './database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, maxConnections: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('default: reads a time rounded down to the millisecond, also in arrays', async () => {
  const { rows } = await sql<{ at: Date; times: (Date | null)[]; ms: bigint }>`
    select at, array[at, null, at] as times, floor(extract(epoch from at) * 1000)::bigint as ms
    from generate_series(1, 2000) n cross join lateral (
      select timestamptz '1970-01-01' + n * interval '29 days 7 hours 11 minutes 13.0123457 seconds'
        + (array[0, 1, 10, 999, 1000, 123450, 999999])[n % 7 + 1] * interval '1 microsecond' as at
    ) t`.execute(db);
  expect(rows).toHaveLength(2_000);
  for (const { at, times, ms } of rows) {
    expect(BigInt(at.getTime())).toBe(ms);
    expect(times).toEqual([at, null, at]);
  }
});

test('edge: null times, and times in another form', async () => {
  const { rows } = await sql`select '{}'::timestamptz[] as none, timestamptz '12026-11-24 05:00+00' as far,
    timestamptz '0044-03-15 12:00+00 BC' as early, timestamptz 'infinity' as never,
    array[timestamptz '12026-11-24 05:00+00', 'infinity'] as all`.execute(db);
  const far = new Date('+012026-11-24T05:00:00Z');
  expect(rows).toEqual([
    {
      none: [],
      far,
      early: new Date('-000043-03-15T12:00:00Z'),
      never: Number.POSITIVE_INFINITY,
      all: [far, Infinity],
    },
  ]);
});

describe('a database that needs seconds for a handshake', () => {
  const CONNECTIONS = 3;

  /** Returns the errors of twelve callers, and how many connections the pool opened, which it keeps. */
  async function callSlowDatabase(connectTimeoutMs?: number) {
    const { hostname, port } = new URL(database.url);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const pool = createPool({
      url: proxy.through(database.url),
      maxConnections: CONNECTIONS,
      ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
    });
    onTestFinished(async () => {
      await pool.end();
      await proxy.stop();
    });
    let opened = 0;
    pool.on('connect', () => {
      opened += 1;
    });
    proxy.delay(700, 700);
    const calls = Array.from({ length: 12 }, () => pool.query('select 1').catch((error: Error) => error.message));
    const errors = await Promise.all(calls);
    await waitUntil(() => pool.totalCount === pool.idleCount);
    proxy.pass();
    return { pool, errors, opened };
  }

  test('refuses the callers of that time; its connections serve the next ones', async () => {
    const { pool, errors, opened } = await callSlowDatabase();
    expect(new Set(errors)).toEqual(new Set(['timeout exceeded when trying to connect']));
    expect(opened).toBe(CONNECTIONS);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(pool.totalCount).toBe(CONNECTIONS);
  });

  test('broken twin: with one limit for waiting and connecting, no connection ever opens', async () => {
    const { errors, opened } = await callSlowDatabase(2_000);
    expect(errors.every((error) => typeof error === 'string')).toBe(true);
    expect(opened).toBe(0);
  });
});
