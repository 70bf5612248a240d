import { randomUUID } from 'node:crypto';
import { withDatabase } from '@city-mint/devnet/embedded-postgres';
import { waitUntil } from '@city-mint/devnet/wait-until';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated database that belongs to one test; `drop` removes it. */
export type TestDatabase = { url: string; drop(): Promise<void> };

const CLOSING_MS = 1_000;

/** Held while the template is copied: PostgreSQL refuses two copies at a time. */
const COPY_LOCK = 20260711;

let adminConnections: pg.Pool | undefined;

/** Connections that the tests of a file share, since each new one costs as much as a copy; closed once idle. */
function admins(): pg.Pool {
  if (adminConnections === undefined) {
    const connectionString = inject('databaseAdminUrl');
    adminConnections = new pg.Pool({ connectionString, idleTimeoutMillis: 2_000, allowExitOnIdle: true });
    adminConnections.on('error', () => undefined);
  }
  return adminConnections;
}

/** Returns a new copy of this run's migrated template (about 30 ms); for tests of the projects db and chain. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await copyTemplate(name);
  return {
    url: withDatabase(inject('databaseAdminUrl'), name),
    drop: async () => {
      // A pool has ended before its connections are closed. One that is terminated then raises an error that no test
      // can catch, so they have a moment to close.
      await waitUntil(() => isUnused(name), CLOSING_MS);
      await admins().query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function copyTemplate(name: string): Promise<void> {
  const admin = await admins().connect();
  try {
    await admin.query('SELECT pg_advisory_lock($1)', [COPY_LOCK]);
    // Copying files takes a quarter of the time of writing their pages to the log, as this server does not sync.
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject('databaseTemplate')} STRATEGY file_copy`);
  } finally {
    await admin.query('SELECT pg_advisory_unlock($1)', [COPY_LOCK]);
    admin.release();
  }
}

async function isUnused(name: string): Promise<boolean> {
  const { rows } = await admins().query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
  return rows.length === 0;
}
