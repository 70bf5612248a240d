import { createHash } from 'node:crypto';
import type { Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { DB } from './generated/db.ts';

/** Prepared texts, with their statement names. */
const names = new Map<string, string>();
/** Maximum number of prepared texts, since each costs memory on every connection; further ones are sent unprepared. */
const MOST_TEXTS = 200;

/**
 * Runs a frequent statement and returns its rows. Each connection parses it once. It also plans it once if the database
 * finds after five calls that a generic plan costs no more than custom plans. So the plan must suit all values by the
 * form of the statement: index lookups, one after the other and up to a limit. The statement must name its columns,
 * since its result type must not change while a connection has it prepared.
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

/** Makes a new connection send the statements of `executePrepared` by name. */
export function namePrepared(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
  const sendNamed = (statement: unknown, ...rest: unknown[]) => {
    const name = typeof statement === 'string' ? names.get(statement) : undefined;
    return send(name === undefined ? statement : { name, text: statement }, ...rest);
  };
  client.query = sendNamed as typeof client.query;
}
