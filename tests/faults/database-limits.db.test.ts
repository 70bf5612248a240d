import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  createDatabase,
  createPool,
  type Database,
  databaseOver,
} from '../../apps/server/src/platform/database/database.ts';
import { inTransaction } from '../../apps/server/src/platform/database/transaction.ts';
import { waitUntil } from '../../devnet/wait-until.ts';
import { JU, openRound } from '../build/rounds.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi } from '../setup/start-test-api.ts';

let database: TestDatabase;
let owner: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, statementTimeoutMs: 60_000 });
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

/** Opens a connection of its own that does `statements` in a transaction and stays in it. */
async function holdTransaction(...statements: string[]): Promise<pg.Client> {
  const holder = new pg.Client(database.url);
  holder.on('error', () => undefined);
  await holder.connect();
  onTestFinished(() => holder.end());
  for (const statement of ['begin', ...statements]) await holder.query(statement);
  return holder;
}

describe('connections that are all taken', () => {
  test('default: reads are busy within seconds, readiness says so, and joins go on with connections of their own', async () => {
    const api = await startTestApi({ databaseUrl: database.url, env: { DATABASE_CONNECTIONS: '2' } });
    onTestFinished(() => api.stop());
    const account = privateKeyToAccount(generatePrivateKey());
    const client = api.client(await api.signIn(account));
    const disclosure = await client.call('GET /api/app/disclosure', {});
    if (!disclosure.ok) throw new Error(disclosure.error);
    await client.call('POST /api/app/user/consent', { hash: disclosure.data.hash });
    await sql`select ledger_move(1, 0, ledger_account_id(id, 0, 1), ${(100n * JU).toString()}::numeric, -id)
      from app_user where address = ${account.address}`.execute(owner);
    const { roundId, termsHash } = await openRound(owner);
    const request = { roundId: String(roundId), termsHash, amount: '1', requestId: randomUUID() };

    const holder = await holdTransaction('lock table city in access exclusive mode');
    const taken = Promise.all([1, 2, 3, 4].map(() => api.send('/api/app/warehouses')));
    expect(await waitUntil(async () => (await countWaiting()) === 2, 10_000)).toBe(true);
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
    expect(ms).toBeLessThan(8_000);
    // What waits for the lock is ended by the database itself, before its holder lets go.
    for (const { json } of await taken) expect(json).toMatchObject({ code: 503, error: 'busy' });
    expect(await waitUntil(async () => (await countWaiting()) === 0, 20_000)).toBe(true);
    await holder.query('rollback');
    expect((await api.send('/api/app/home')).json).toMatchObject({ code: 200 });
  });

  test('broken twin: with one pool for all, the same reads take the joins along', async () => {
    const pool = createPool({ url: database.url, maxConnections: 2 });
    const shared = databaseOver(pool);
    onTestFinished(() => shared.destroy());
    const reads = Promise.all([1, 2].map(() => sql`select pg_sleep(2.5)`.execute(shared)));
    await expect(sql`select join_round(0, now(), '{}', '{}', '{}', '{}', false)`.execute(shared)).rejects.toThrow(
      'timeout exceeded when trying to connect',
    );
    await reads;
  });

  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      owner,
    );
    return rows[0]?.waiting ?? -1;
  }
});

describe('transactions that the database undoes', () => {
  const PAIRS = 12;
  /** Two rows, locked by half of the transactions in one order and by half in the other. */
  const lockBoth = async (tx: Database, reversed: boolean) => {
    for (const id of reversed ? [2, 1] : [1, 2]) {
      await sql`update deadlock_probe set n = n + 1 where id = ${id}`.execute(tx);
      await sql`select pg_sleep(0.01)`.execute(tx);
    }
  };
  const prepare = async () => {
    await sql`create table if not exists deadlock_probe (id int primary key, n int not null)`.execute(owner);
    await sql`insert into deadlock_probe values (1, 0), (2, 0) on conflict (id) do update set n = 0`.execute(owner);
    // Found sooner than after a second, so that the test is quick.
    const { pathname } = new URL(database.url);
    await sql`alter database ${sql.id(pathname.slice(1))} set deadlock_timeout = '50ms'`.execute(owner);
    const db = createDatabase({ url: database.url, maxConnections: 4 });
    onTestFinished(() => db.destroy());
    return db;
  };
  const sums = async () =>
    (await sql<{ n: number }>`select n from deadlock_probe order by id`.execute(owner)).rows.map(({ n }) => n);

  test('default: a deadlock and a serialization failure are tried again as a whole, each done once', async () => {
    const db = await prepare();
    for (let pair = 0; pair < PAIRS; pair += 1)
      await Promise.all([false, true].map((reversed) => inTransaction(db, (tx) => lockBoth(tx, reversed))));
    expect(await sums()).toEqual([2 * PAIRS, 2 * PAIRS]);
    const count = async (tx: Database) => {
      await sql`set transaction isolation level serializable`.execute(tx);
      const { rows } = await sql<{ n: number }>`select n from deadlock_probe where id = 1`.execute(tx);
      await sql`update deadlock_probe set n = ${(rows[0]?.n ?? 0) + 1} where id = 1`.execute(tx);
    };
    await Promise.all([1, 2].map(() => inTransaction(db, count)));
    expect(await sums()).toEqual([2 * PAIRS + 2, 2 * PAIRS]);
  });

  test('behavior: after three more tries the error is the caller’s, and the work was done never', async () => {
    const db = await prepare();
    let tries = 0;
    const always = inTransaction(db, async (tx) => {
      tries += 1;
      await sql`update deadlock_probe set n = n + 1 where id = 1`.execute(tx);
      await sql`do $$ begin raise exception 'undone' using errcode = '40001'; end $$`.execute(tx);
    });
    await expect(always).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(4);
    expect(await sums()).toEqual([0, 0]);
  });

  test('broken twin: without the tries the reversed order fails', async () => {
    const db = await prepare();
    const outcomes: unknown[] = [];
    for (let pair = 0; pair < PAIRS && !outcomes.includes('40P01'); pair += 1) {
      const both = [false, true].map((reversed) => db.transaction().execute((tx) => lockBoth(tx, reversed)));
      for (const outcome of await Promise.allSettled(both))
        outcomes.push(outcome.status === 'rejected' ? outcome.reason.code : 'done');
    }
    expect(outcomes).toContain('40P01');
  });
});
