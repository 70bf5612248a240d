import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an array as PostgreSQL's text form of one: a driver that escapes each of 100,000 values costs more than the
 * statement.
 */
export function arrayLiteral(values: Iterable<string | number | bigint | boolean>): RawBuilder<string> {
  return sql`${`{${[...values].join(',')}}`}`;
}
