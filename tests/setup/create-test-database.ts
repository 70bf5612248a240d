import { randomUUID } from 'node:crypto';
import { withDatabase } from '@city-mint/devnet/embedded-postgres';
import { waitUntil } from '@city-mint/devnet/wait-until';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated database that belongs to one test; `drop` removes it. */
export type TestDatabase = { url: string; drop(): Promise<void> };

const CLOSING_MS = 1_000;

/** Returns a new copy of this run's migrated template (about 100 ms); for tests of the projects db and chain. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('databaseAdminUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(adminUrl, async (admin) => {
    // Test workers copy the template at once, and PostgreSQL refuses a copy while another is made.
    await admin.query('SELECT pg_advisory_lock(20260711)');
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject('databaseTemplate')}`);
  });
  return {
    url: withDatabase(adminUrl, name),
    drop: () =>
      withAdmin(adminUrl, async (admin) => {
        // A pool has ended before its connections are closed. One that is terminated then raises an error that no test
        // can catch, so they have a moment to close.
        await waitUntil(() => isUnused(admin, name), CLOSING_MS);
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

async function isUnused(admin: pg.Client, name: string): Promise<boolean> {
  const { rows } = await admin.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
  return rows.length === 0;
}

async function withAdmin(adminUrl: string, run: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await run(admin);
  } finally {
    await admin.end();
  }
}
