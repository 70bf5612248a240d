import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from './database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, maxConnections: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('default: reads a time rounded down to the millisecond, also in arrays', async () => {
  const { rows } = await sql<{ at: Date; times: (Date | null)[]; ms: bigint }>`
    select at, array[at, null, at] as times, floor(extract(epoch from at) * 1000)::bigint as ms
    from generate_series(1, 2000) n cross join lateral (
      select timestamptz '1970-01-01' + n * interval '29 days 7 hours 11 minutes 13.0123457 seconds'
        + (array[0, 1, 10, 999, 1000, 123450, 999999])[n % 7 + 1] * interval '1 microsecond' as at
    ) t`.execute(db);
  expect(rows).toHaveLength(2_000);
  for (const { at, times, ms } of rows) {
    expect(BigInt(at.getTime())).toBe(ms);
    expect(times).toEqual([at, null, at]);
  }
});

test('edge: null times, and times in another form', async () => {
  const { rows } = await sql`select '{}'::timestamptz[] as none, timestamptz '12026-11-24 05:00+00' as far,
    timestamptz '0044-03-15 12:00+00 BC' as early, timestamptz 'infinity' as never,
    array[timestamptz '12026-11-24 05:00+00', 'infinity'] as all`.execute(db);
  const far = new Date('+012026-11-24T05:00:00Z');
  expect(rows).toEqual([
    {
      none: [],
      far,
      early: new Date('-000043-03-15T12:00:00Z'),
      never: Number.POSITIVE_INFINITY,
      all: [far, Infinity],
    },
  ]);
});
