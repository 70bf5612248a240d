import { type RawBuilder, sql } from 'kysely';

/** A column as PostgreSQL writes arrays: a driver that escapes each of 100,000 values costs more than the statement. */
export function arrayOf(values: Iterable<string | number | bigint | boolean>): RawBuilder<string> {
  return sql`${`{${[...values].join(',')}}`}`;
}
