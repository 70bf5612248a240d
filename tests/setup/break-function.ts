import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/**
 * Replaces each `from` by its `to` everywhere in the body of an SQL function, so that a broken twin can show what the
 * replaced safeguard prevents. Throws when the body lacks a `from`. Returns a function that restores the body.
 */
export async function breakFunction(
  owner: Database,
  name: string,
  ...changes: readonly (readonly [from: string, to: string])[]
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ body: string }>`select pg_get_functiondef(${name}::regproc) as body`.execute(owner);
  const body = rows[0]?.body ?? '';
  const broken = changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${name} does not have “${from}”`);
    return text.replaceAll(from, () => to);
  }, body);
  await sql.raw(broken).execute(owner);
  return async () => {
    await sql.raw(body).execute(owner);
  };
}
