import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startPostgres, withDatabase } from './embedded-postgres.ts';
import { LOCAL_DATABASE } from './postgres/local-database.ts';
import type { ProcessGroup } from './process-group.ts';

const PREFERRED_PORT = 54_320;

/**
 * Returns the connection string of the local system's database: DATABASE_URL if it is set, else that of a database on
 * an embedded PostgreSQL, which is started again when it ends by itself, and ends with the group.
 */
export async function openDatabase(options: {
  dataDir: string;
  group: Pick<ProcessGroup, 'keep' | 'signal'>;
}): Promise<string> {
  const configuredUrl = process.env['DATABASE_URL'];
  if (configuredUrl !== undefined && configuredUrl !== '') return configuredUrl;
  const dataDir = join(options.dataDir, 'postgres');
  const { signal } = options.group;
  const server = await options.group.keep<EmbeddedPostgres>({
    name: 'database',
    logFile: join(dataDir, 'postgres.log'),
    start: () => startPostgres({ dataDir, port: PREFERRED_PORT, signal }),
    restart: ({ port }) => startPostgres({ dataDir, port, signal, keepsPort: true }),
  });
  await createDatabase(server.url);
  return withDatabase(server.url, LOCAL_DATABASE);
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [LOCAL_DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${LOCAL_DATABASE}`);
  } finally {
    await client.end();
  }
}
