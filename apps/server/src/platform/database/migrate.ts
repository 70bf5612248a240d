import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
/** Taken while migrating, so that processes that start together do not migrate twice. */
const MIGRATION_LOCK = 4_207_300_001;

/**
 * Brings the database at `url` to the newest schema: each file of `migrations/` once, in order, each in its own transaction.
 * Gives the names of the files it applied. Throws when a file that was applied has changed since.
 */
export async function migrate({ url }: { url: string }): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'city-mint migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const fresh: string[] = [];
    for (const name of (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()) {
      if (await applyOnce(client, name, applied.get(name))) fresh.push(name);
    }
    return fresh;
  } finally {
    await client.end();
  }
}

async function applyOnce(client: pg.Client, name: string, known: string | undefined): Promise<boolean> {
  const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  if (known === checksum) return false;
  if (known !== undefined) throw new Error(`migration ${name} was changed after it was applied; add a new one instead`);
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed`, { cause: error });
  }
  return true;
}
