import { HOUR_MS } from '@city-mint/domain/time/durations';
import { countRowsRead } from '@city-mint/tests/setup/count-rows-read';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { type LogFilters, selectLog } from './store/log-entries.ts';

const ENTRIES = 8_000;
/**
 * Maximum number of rows that a page of 20 may read from the table and its indexes, regardless of the number of
 * entries.
 */
const MOST_ROWS = 200;
const START = Date.UTC(2026, 0);
const operatorOf = (digit: string) => `0x${digit.repeat(40)}`;

let database: TestDatabase;
let db: Database;

/** One entry per hour: all pauses by one operator, all other actions by the other. */
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url });
  await sql`insert into operator_log
      (at, operator, action, subject, reason, request_id, version, signed, signed_id, signature)
    select ${new Date(START)}::timestamptz + interval '1 hour' * n,
      case when n % 2 = 0 then ${operatorOf('1')} else ${operatorOf('2')} end,
      case when n % 2 = 0 then 'pause' else 'unpause' end, 'subject ' || n % 2000, 'made', 'made',
      '0x' || repeat('a', 64), '{}', gen_random_uuid(), '0x' || repeat('1', 130)
    from generate_series(1, ${ENTRIES}::int) n`.execute(db);
  await sql`vacuum analyze operator_log`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const longAgo = { from: START + 1_000 * HOUR_MS, to: START + 1_100 * HOUR_MS };

describe('a page of a log with very many entries reads no more rows than a page needs', () => {
  test.each<[string, LogFilters, number]>([
    ['all', {}, 20],
    ['an operator', { operator: operatorOf('1') }, 20],
    ['an action of an operator', { operator: operatorOf('1'), action: 'pause' }, 20],
    ['an action that the operator never took', { operator: operatorOf('1'), action: 'unpause' }, 0],
    ['a subject with an action that it never had', { subject: 'subject 7', action: 'pause' }, 0],
    ['a time long ago', longAgo, 20],
    ['an operator and a time long ago', { operator: operatorOf('2'), ...longAgo }, 20],
    ['an action and a time long ago', { action: 'pause', ...longAgo }, 20],
    ['a subject and a time long ago', { subject: 'subject 1000', ...longAgo }, 1],
    ['a time before all', { from: START - HOUR_MS, to: START }, 0],
    ['a time after all', { from: START + 10_000 * HOUR_MS, to: START + 10_001 * HOUR_MS, action: 'pause' }, 0],
  ])('default: %s', async (_name, filters, found) => {
    let entries: readonly { readonly at: Date }[] = [];
    const rows = await countRowsRead({ url: database.url, tables: ['operator_log'] }, async (reader) => {
      entries = await selectLog(reader, { before: null, limit: 20, filters });
    });
    expect(entries).toHaveLength(found);
    for (const { at } of entries) {
      expect(at.getTime()).toBeGreaterThanOrEqual(filters.from ?? 0);
      expect(at.getTime()).toBeLessThan(filters.to ?? Number.POSITIVE_INFINITY);
    }
    expect(rows).toBeLessThan(MOST_ROWS);
  });
});
