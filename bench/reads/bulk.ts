import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/**
 * Calls `work`, which fills tables with millions of rows, without their indexes and keys, and creates these again
 * afterwards: several times faster than row by row. Triggers are disabled during the call (needs the superuser and a
 * single connection).
 */
export async function withoutIndexes(
  db: Database,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: keys } = await sql<{ owner: string; name: string; definition: string }>`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid::regclass::text = any (${tables}::text[]) and contype in ('p', 'u')`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = any (${tables}::text[]) and indexname <> all (${keys.map(({ name }) => name)}::text[])`.execute(
    db,
  );
  for (const { owner, name } of keys) {
    await sql`alter table ${sql.table(owner)} drop constraint ${sql.ref(name)}`.execute(db);
  }
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  await sql`set session_replication_role = replica`.execute(db);
  await work();
  await sql`set session_replication_role = origin`.execute(db);
  for (const { owner, name, definition } of keys) {
    await sql`alter table ${sql.table(owner)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db);
  }
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
}
