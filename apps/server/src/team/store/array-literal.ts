import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an array in PostgreSQL's text form: a driver that escapes each of 100,000 values would cost more than the
 * statement.
 */
export function arrayLiteral(values: Iterable<string | number | bigint | boolean>): RawBuilder<string> {
  return sql`${`{${(Array.isArray(values) ? values : [...values]).join(',')}}`}`;
}

/** Returns the elements of an array without nulls in PostgreSQL's text form: `{1,2}`. */
export function parseElements(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** Returns the elements of an array of integers below 2^53 in PostgreSQL's text form. */
export function parseIntegers(text: string): number[] {
  return parseElements(text).map(Number);
}
