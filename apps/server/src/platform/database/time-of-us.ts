import { type RawBuilder, sql } from 'kysely';

/** Returns the SQL of a time in UTC microseconds, exactly. */
export function timeOfUs(us: bigint): RawBuilder<Date> {
  return sql<Date>`(timestamptz 'epoch' + ${us.toString()}::bigint * interval '1 microsecond')`;
}

/** Returns the SQL of a column's time in UTC microseconds. */
export function usOf(column: string): RawBuilder<bigint> {
  return sql<bigint>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
}
