import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseOfMany } from './database-of-many.ts';

const many = databaseOfMany(['many_rows'], async (db) => {
  await sql`create table many_rows (id int primary key)`.execute(db);
  await sql`insert into many_rows select generate_series(1, 5000)`.execute(db);
});

test('behavior: rows deleted are not counted, whatever transactions other databases have open', async () => {
  const other = new pg.Client({ connectionString: inject('databaseAdminUrl') });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query('select pg_current_xact_id()');
  await sql`delete from many_rows where id <= 2000`.execute(many.db);
  const rows = await many.rowsOf((reader) => sql`select min(id) from many_rows`.execute(reader));
  expect(rows).toBe(1);
});
