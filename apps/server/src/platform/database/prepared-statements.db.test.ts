import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database } from './database.ts';
import { executePrepared } from './prepared-statements.ts';

async function openDatabase(): Promise<Database> {
  const database = await createTestDatabase();
  const db = createDatabase({ url: database.url, maxConnections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  return db;
}

const double = (n: number) => sql<{ twice: number }>`select n * 2 as twice from (values (${n}::int)) t (n)`;

/** For each statement that the connection has prepared, the number of custom and of generic plans. */
async function known(db: Database): Promise<{ generic: number; custom: number }[]> {
  const { rows } = await sql<{ generic: number; custom: number }>`
    select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements`.execute(db);
  return rows;
}

test('default: a connection prepares a statement, whatever its values, and plans it once after five', async () => {
  const db = await openDatabase();
  for (let n = 1; n <= 8; n += 1) expect(await executePrepared(db, double(n))).toEqual([{ twice: 2 * n }]);
  expect(await known(db)).toEqual([{ custom: 5, generic: 3 }]);
});

test('behavior: also within a transaction, which sees its own rows', async () => {
  const db = await openDatabase();
  const cities = () => executePrepared<{ name: string }>(db, sql`select name from city where name = ${'Here'}`);
  await expect(
    db.transaction().execute(async (tx) => {
      await sql`insert into city (name, latitude, longitude) values ('Here', 0, 0)`.execute(tx);
      const here = sql<{ name: string }>`select name from city where name = ${'Here'}`;
      expect(await executePrepared(tx, here)).toEqual([{ name: 'Here' }]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await cities()).toEqual([]);
  expect(await known(db)).toHaveLength(1);
});

test('counter: no connection prepares a statement that is executed without it', async () => {
  const db = await openDatabase();
  const tripled = (n: number) => sql<{ thrice: number }>`select ${n}::int * 3 as thrice`.execute(db);
  for (let n = 1; n <= 8; n += 1) await tripled(n);
  expect(await known(db)).toEqual([]);
});

test('behavior: throws the error of the statement, and the connection stays usable', async () => {
  const db = await openDatabase();
  const divide = (by: number) => executePrepared(db, sql<{ n: number }>`select 10 / ${by}::int as n`);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(5)).toEqual([{ n: 2 }]);
});
