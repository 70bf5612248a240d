import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { withStatementQueue } from './statement-queue.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = databaseOver(createPool({ url: database.url }));
  await sql`create table queued (id int generated always as identity, n int)`.execute(db);
});
beforeEach(async () => {
  await sql`truncate queued`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const insert = (n: number) => sql`insert into queued (n) select ${n}::int from pg_sleep(0.05)`;
const fault = new Error('the computation failed');

async function readQueued(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from queued order by id`.execute(db);
  return rows.map(({ n }) => n);
}

test('default: statements run in order while the next ones are built, all before the result', async () => {
  let executed = 0;
  const result = await inTransaction(db, (tx) =>
    withStatementQueue(tx, async (queue) => {
      await queue.add(sql`select pg_sleep(0.3)`);
      for (const n of [1, 2, 3]) await queue.add(insert(n));
      executed = await sql<{ count: number }>`select count(*)::int as count from queued`
        .execute(db)
        .then(({ rows }) => rows[0]?.count ?? -1);
      await queue.letLeave();
      for (const n of [4, 5, 6, 7]) await queue.add(insert(n));
      return 'done';
    }),
  );
  expect(executed).toBe(0);
  expect(result).toBe('done');
  expect(await readQueued()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('behavior: after a failure of the work, waiting statements are not executed outside the transaction', async () => {
  const failing = inTransaction(db, (tx) =>
    withStatementQueue(tx, async (queue) => {
      for (const n of [1, 2, 3, 4]) await queue.add(insert(n));
      throw fault;
    }),
  );
  await expect(failing).rejects.toThrow(fault);
  // Long enough for all waiting statements.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await readQueued()).toEqual([]);
});

test('behavior: a failed statement is the error, and later ones are not executed', async () => {
  const failing = inTransaction(db, (tx) =>
    withStatementQueue(tx, async (queue) => {
      await queue.add(insert(1));
      await queue.add(sql`select 1 / 0`);
      for (const n of [2, 3, 4, 5, 6, 7]) await queue.add(insert(n));
    }),
  );
  await expect(failing).rejects.toThrow('division by zero');
  expect(await readQueued()).toEqual([]);
});
