import { randomUUID } from 'node:crypto';
import { withDatabase } from '@city-mint/devnet/embedded-postgres';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated database that belongs to one test; `drop` removes it. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/** Returns a new copy of this run's migrated template (about 100 ms); for tests of the projects db and chain. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('databaseAdminUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${inject('databaseTemplate')}`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => execute(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/**
 * Executes under a lock: test workers copy the template at once, and PostgreSQL refuses a copy while another is made.
 */
async function execute(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(20260711)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
