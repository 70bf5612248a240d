import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseErrorCode } from './transaction.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
/** Taken while migrating, so that processes that start together do not migrate twice. */
const MIGRATION_LOCK = 4_207_300_001;
/** A table that is waited for is closed to everybody who comes after; calls give up after five seconds. */
const LOCK_MS = 1_000;
const PAUSE_MS = 500;
const ATTEMPTS = 40;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings the database at `url` to the newest schema: each file of `migrations/` once, in order, each in its own transaction.
 * Gives the names of the files it applied. Throws when a file that was applied has changed since.
 * Calls go on meanwhile, so a file waits for locks but a moment at a time, and lets those that queue up behind it pass before it tries again.
 */
export async function migrate({ url, directory = MIGRATIONS }: MigrateSettings): Promise<string[]> {
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
    for (const name of (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()) {
      if (await applyOnce(client, new URL(name, directory), applied.get(name))) fresh.push(name);
    }
    return fresh;
  } finally {
    await client.end();
  }
}

type MigrateSettings = {
  readonly url: string;
  /** Where the files are; those of the product unless told. */
  readonly directory?: URL;
};

async function applyOnce(client: pg.Client, file: URL, known: string | undefined): Promise<boolean> {
  const name = basename(file.pathname);
  const sql = await readFile(file, 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  if (known === checksum) return false;
  if (known !== undefined) throw new Error(`migration ${name} was changed after it was applied; add a new one instead`);
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${LOCK_MS}`);
      await client.query(sql);
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
      await client.query('commit');
      return true;
    } catch (error) {
      await client.query('rollback');
      if (databaseErrorCode(error) !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS)
        throw new Error(`migration ${name} failed`, { cause: error });
      await sleep(PAUSE_MS);
    }
  }
}
