import { readFileSync } from 'node:fs';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASE_TYPES, generateDatabaseTypes } from '../tools/generate-database-types.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

describe('database types', () => {
  test('default: the generated file is up to date with the migrated database (npm run generate:db)', () => {
    expect(readFileSync(DATABASE_TYPES, 'utf8')).toBe(generateDatabaseTypes(database.url));
  });

  test('broken twin: a column that is not in the file is found', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('alter table round add column unknown_to_types int').finally(() => client.end());
    expect(readFileSync(DATABASE_TYPES, 'utf8')).not.toBe(generateDatabaseTypes(database.url));
  });
});
