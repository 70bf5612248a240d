import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/**
 * Replaces `from` by `to` everywhere in the body of an SQL function, so that a broken twin can show the effect of the
 * missing safeguard. Throws if the body does not contain `from`. Returns a function that restores the body.
 */
export async function breakFunction(
  owner: Database,
  name: string,
  [from, to]: readonly [from: string, to: string],
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ body: string }>`select pg_get_functiondef(${name}::regproc) as body`.execute(owner);
  const body = rows[0]?.body ?? '';
  if (!body.includes(from)) throw new Error(`${name} does not have “${from}”`);
  await sql.raw(body.replaceAll(from, () => to)).execute(owner);
  return async () => {
    await sql.raw(body).execute(owner);
  };
}
