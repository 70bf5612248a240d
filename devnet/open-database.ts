import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from './embedded-postgres.ts';
import type { ProcessGroup } from './process-group.ts';
import { withDatabase } from './with-database.ts';

const PREFERRED_PORT = 54_320;
const DATABASE = 'city_mint';

/**
 * Connection to the database of the local system: the one DATABASE_URL names, else one on a PostgreSQL of our own,
 * which ends with the group.
 */
export async function openDatabase(options: { dataDir: string; group: ProcessGroup }): Promise<string> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return given;
  const starting = startPostgres({ dataDir: join(options.dataDir, 'postgres'), port: PREFERRED_PORT });
  const server = await options.group.adopt(starting);
  await createDatabase(server.url);
  return withDatabase(server.url, DATABASE);
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
