import { randomUUID } from 'node:crypto';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import type pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPool, type DatabaseRole, databaseOver } from '#platform/database/database.ts';
import { databaseErrorCode } from '#platform/database/transaction.ts';

const WITHDRAWALS = 8;
const READERS = 2;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('a pool', () => {
  const settingsOf = async (pool: pg.Pool) => {
    const { rows } = await pool.query(`select current_user as role, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`);
    return rows[0];
  };

  test.each([
    'city_mint_api',
    'city_mint_worker',
    'city_mint_indexer',
    'city_mint_operator',
    'city_mint_ops',
  ] as DatabaseRole[])(
    'default: as %s it has only that role, and none of its statements runs without limit',
    async (role) => {
      const pool = createPool({ url: database.url, role, maxConnections: 1 });
      onTestFinished(() => pool.end());
      expect(await settingsOf(pool)).toEqual({ role, statement: '5s', idle: '10s', zone: 'UTC' });
    },
  );

  test('behavior: a statement that takes too long is cancelled, and the connection stays usable', async () => {
    const pool = createPool({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1, statementTimeoutMs: 50 });
    onTestFinished(() => pool.end());
    const failed = await pool.query('select pg_sleep(5)').catch((error: unknown) => error);
    expect(databaseErrorCode(failed)).toBe('57014');
    expect(await settingsOf(pool)).toMatchObject({ statement: '50ms' });
  });

  test('behavior: without a free connection a call fails after two seconds', async () => {
    const pool = createPool({ ...asRole(database.url, 'city_mint_api'), maxConnections: 1 });
    const held = await pool.connect();
    await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
    held.release();
    await pool.end();
  });
});

describe('withdrawal requests that wait for each other', () => {
  /** The numbers of readers answered while one request blocks all others, and of requests answered afterwards. */
  async function askWhileHeldUp(api: TestApi): Promise<{ readers: number; done: number; busy: number }> {
    const account = privateKeyToAccount(generatePrivateKey());
    const client = api.client(await api.signIn(account));
    const blocker = await api.admin.connect();
    // The lock that every request takes first, so that no two of them use the same remainder of a limit.
    await blocker.query('select pg_advisory_lock(4207300005)');
    const request = { currency: 'JU', to: account.address, amount: '1' } as const;
    const asked = Array.from({ length: WITHDRAWALS }, () =>
      client.call('POST /api/app/user/withdraw', { ...request, requestId: randomUUID() }),
    );
    await expect
      .poll(async () => {
        const { rows } = await api.admin.query(`select count(*)::int as n from pg_locks where locktype = 'advisory'
          and not granted and database = (select oid from pg_database where datname = current_database())`);
        return rows[0].n;
      })
      .toBeGreaterThanOrEqual(READERS);
    const read = await Promise.all([1, 2, 3].map(() => api.client().call('GET /api/app/home', {})));
    await blocker.query('select pg_advisory_unlock(4207300005)');
    blocker.release();
    const answers = await Promise.all(asked);
    const words = answers.map((answer) => (answer.ok ? 'done' : answer.error));
    return {
      readers: read.filter((answer) => answer.ok).length,
      done: words.filter((word) => word === 'amount-over-available').length,
      busy: words.filter((word) => word === 'busy').length,
    };
  }

  async function start(sharesPool: boolean): Promise<TestApi> {
    const env = { DATABASE_CONNECTIONS: String(READERS) };
    const api = await startTestApi({ databaseUrl: database.url, env, sharesPool });
    onTestFinished(() => api.stop());
    // Opens the connections by a first call.
    await api.client().call('GET /api/app/home', {});
    return api;
  }

  test('default: delay no reader; each is answered or gets busy, and none is lost', async () => {
    const found = await askWhileHeldUp(await start(false));
    expect(found.readers).toBe(3);
    expect(found.done).toBeGreaterThanOrEqual(3);
    expect(found.done + found.busy).toBe(WITHDRAWALS);
  });

  test('twin: on the readers’ connections they delay every reader', async () => {
    const found = await askWhileHeldUp(await start(true));
    expect(found.readers).toBe(0);
  });
});

test('behavior: metrics show the connections of sessions and money by pool', async () => {
  const api = await startTestApi({ databaseUrl: database.url });
  onTestFinished(() => api.stop());
  const owner = databaseOver(createPool({ url: database.url, maxConnections: 1 }));
  onTestFinished(() => owner.destroy());
  await sql`update system_switch set paused = true where name = 'withdrawals'`.execute(owner);
  const account = privateKeyToAccount(generatePrivateKey());
  const client = api.client(await api.signIn(account));
  const request = { currency: 'JU', to: account.address, amount: '1', requestId: randomUUID() } as const;
  expect(await client.call('POST /api/app/user/withdraw', request)).toMatchObject({ error: 'withdrawals-paused' });
  const { text } = await api.send('/metrics');
  expect(text).toContain('city_mint_pool_connections{pool="money",state="idle",process="api"} 1');
  // The pool that looked up the session.
  expect(text).toContain('city_mint_pool_connections{pool="sessions",state="idle",process="api"} 1');
});
