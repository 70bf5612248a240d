import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { readSchemaFiles, type SchemaFile } from './schema-files.ts';
import { databaseErrorCode } from './transaction.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
/** While a lock on a table is awaited, later statements queue behind it; calls give up after five seconds. */
const LOCK_MS = 1_000;
const PAUSE_MS = 500;
const ATTEMPTS = 40;
const LOCK_NOT_AVAILABLE = '55P03';

type MigrateSettings = {
  readonly url: string;
  /** The folder of the schema's files; the product's own by default. */
  readonly directory?: URL;
};

/**
 * Updates the database at `url` to the newest schema: each migration once, in the order of their names, and each
 * function and view whenever its text has changed; every file in a separate transaction (docs/adding-a-table.md).
 * Returns the names of the applied files. Throws when a migration was changed after it was applied. Processes that
 * start concurrently may all call it: one migrates, the others wait. Calls continue during the migration: a file waits
 * for locks only briefly, and lets the statements that queued behind it run before it retries.
 */
export async function migrate({ url, directory = MIGRATIONS }: MigrateSettings): Promise<string[]> {
  const files = await readSchemaFiles(directory);
  const client = new pg.Client({ connectionString: url, application_name: 'city-mint migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    await client.query(
      `create table if not exists schema_migration (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const appliedNow: string[] = [];
    for (const file of files) {
      if (!needsApplying(file, applied.get(file.name))) continue;
      await apply(client, file);
      appliedNow.push(file.name);
    }
    return appliedNow;
  } finally {
    await client.end();
  }
}

function needsApplying({ name, checksum, isRepeatable }: SchemaFile, appliedChecksum: string | undefined): boolean {
  if (appliedChecksum === undefined) return true;
  if (appliedChecksum !== checksum && !isRepeatable)
    throw new Error(`migration ${name} was changed after it was applied; add a new one instead`);
  return appliedChecksum !== checksum;
}

async function apply(client: pg.Client, { name, sql, checksum }: SchemaFile): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${LOCK_MS}`);
      await client.query(sql);
      await client.query(
        `insert into schema_migration (name, checksum) values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
        [name, checksum],
      );
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (databaseErrorCode(error) !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS)
        throw new Error(`migration ${name} failed`, { cause: error });
      await sleep(PAUSE_MS);
    }
  }
}
