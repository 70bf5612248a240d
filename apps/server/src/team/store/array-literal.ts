import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an array as PostgreSQL's text form of one: a driver that escapes each of 100,000 values costs more than the
 * statement.
 */
export function arrayLiteral(values: Iterable<string | number | bigint | boolean>): RawBuilder<string> {
  return sql`${`{${(Array.isArray(values) ? values : [...values]).join(',')}}`}`;
}

/** Returns the elements of PostgreSQL's text form of an array without nulls: `{1,2}`. */
export function parseElements(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** Returns the elements of an array of integers below 2^53 in PostgreSQL's text form. */
export function parseIntegers(text: string): number[] {
  return parseElements(text).map(Number);
}
