import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from './database.ts';
import { adviseOnSettings, warnOfServerSettings } from './server-settings.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('default: warns by name of a server that compresses with pglz or answers before it has written', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c synchronous_commit=off -c wal_compression=pglz');
  db = createDatabase({ url: url.href, maxConnections: 1 });
  await sql`select 1`.execute(db);
  const warnings: unknown[] = [];
  await warnOfServerSettings(db, { warn: (text: unknown) => void warnings.push(text) });
  expect(warnings).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/synchronous_commit = off; must not be off/),
      expect.stringMatching(/wal_compression = pglz; off or lz4/),
    ]),
  );
});

test('behavior: every setting has a bound', () => {
  const right = [
    { name: 'wal_compression', setting: 'lz4' },
    { name: 'max_wal_size', setting: '4096' },
    { name: 'checkpoint_timeout', setting: '900' },
    { name: 'synchronous_commit', setting: 'remote_apply' },
    { name: 'fsync', setting: 'on' },
    { name: 'work_mem', setting: '1' },
  ];
  expect(adviseOnSettings(right)).toEqual([]);
  const wrong = [
    { name: 'wal_compression', setting: 'on' },
    { name: 'max_wal_size', setting: '1024' },
    { name: 'checkpoint_timeout', setting: '300' },
    { name: 'full_page_writes', setting: 'off' },
  ];
  expect(adviseOnSettings(wrong)).toHaveLength(4);
});
