import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { inTransaction } from '@city-mint/server/platform/database/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

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

describe('transactions that the database rolls back', () => {
  const PAIRS = 12;
  /** Locks two rows, in opposite orders in half of the transactions. */
  const lockBoth = async (tx: Database, reversed: boolean) => {
    for (const id of reversed ? [2, 1] : [1, 2]) {
      await sql`update deadlock_probe set n = n + 1 where id = ${id}`.execute(tx);
      await sql`select pg_sleep(0.01)`.execute(tx);
    }
  };
  const prepare = async () => {
    await sql`create table if not exists deadlock_probe (id int primary key, n int not null)`.execute(owner);
    await sql`insert into deadlock_probe values (1, 0), (2, 0) on conflict (id) do update set n = 0`.execute(owner);
    // Shorter than the default of a second, so that the test is fast.
    const { pathname } = new URL(database.url);
    await sql`alter database ${sql.id(pathname.slice(1))} set deadlock_timeout = '50ms'`.execute(owner);
    const db = createDatabase({ url: database.url, maxConnections: 4 });
    onTestFinished(() => db.destroy());
    return db;
  };
  const sums = async () =>
    (await sql<{ n: number }>`select n from deadlock_probe order by id`.execute(owner)).rows.map(({ n }) => n);

  test('default: a deadlocked or unserializable transaction is retried as a whole, and applied once', async () => {
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

  test('behavior: after three retries the caller gets the error, and nothing was applied', async () => {
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

  test('broken twin: without retries the reversed order fails', async () => {
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
