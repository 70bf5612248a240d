import { createHash } from 'node:crypto';
import type { Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { DB } from './generated/db.ts';

/** Texts that are prepared, with the names under which connections know them. */
const names = new Map<string, string>();
/** Each costs memory on every connection: further ones are sent as any other statement. */
const MOST_TEXTS = 200;

/**
 * Runs a statement that is made often and returns its rows: each connection parses it once, and plans it once where the
 * database finds that one plan costs no more than plans of its own for the first five callers. So its plan must hold
 * for whatever it is called with, by its form: rows looked up by indexes, one after the other and up to a limit. It
 * names its columns, since what it returns must not change while a connection knows it.
 */
export async function executePrepared<Row>(db: Kysely<DB>, statement: RawBuilder<Row>): Promise<Row[]> {
  const compiled = statement.compile(db);
  if (!names.has(compiled.sql) && names.size < MOST_TEXTS) names.set(compiled.sql, nameOf(compiled.sql));
  const { rows } = await db.executeQuery<Row>(compiled);
  return rows;
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Makes a new connection send the statements of `executePrepared` by their names. */
export function namePrepared(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
  const sendNamed = (statement: unknown, ...rest: unknown[]) => {
    const name = typeof statement === 'string' ? names.get(statement) : undefined;
    return send(name === undefined ? statement : { name, text: statement }, ...rest);
  };
  client.query = sendNamed as typeof client.query;
}
