import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { countRowsRead } from './count-rows-read.ts';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';

/** Access to a test's database: its connection, and the count of rows of its tables that an action reads. */
export type DatabaseOfMany = {
  readonly db: Database;
  readonly rowsOf: (read: (reader: Database) => Promise<unknown>) => Promise<number>;
};

/** A slow machine needs more than the usual limit of a statement to write very many rows. */
const FILL_LIMIT_MS = 60_000;

/**
 * Creates a database for the tests of a file, in which `fill` writes very many rows, and drops it after them. Rows read
 * are those of `tables`.
 */
export function databaseOfMany(tables: readonly string[], fill: (db: Database) => Promise<void>): DatabaseOfMany {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ url: database.url, statementTimeoutMs: FILL_LIMIT_MS });
    await fill(db);
    await sql`vacuum analyze`.execute(db);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  return {
    get db() {
      return db;
    },
    rowsOf: async (read) => {
      await removeDeadRows(db, tables);
      return countRowsRead({ url: database.url, tables }, read);
    },
  };
}

/**
 * Removes rows that a test changed or deleted from tables and their indexes. An index scan reads such rows until no
 * transaction can see them, and a transaction in any other test's database may keep them visible as long as it lasts.
 */
async function removeDeadRows(db: Database, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  await sql`vacuum (index_cleanup on) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
}
