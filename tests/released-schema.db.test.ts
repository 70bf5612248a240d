import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  breaksRelease,
  DROPPED_LATER,
  type Dropped,
  parseReleased,
  readReleased,
  readSurface,
  renderReleased,
} from '../tools/released-schema.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Returns why a release with the present schema would fail once this statement of a migration was applied. */
async function migrateNext(statement: string, dropped: readonly Dropped[] = []): Promise<string[]> {
  const text = renderReleased({ releases: ['1.0.0', '1.1.0'], surface: await readSurface(owner) });
  await owner.query('begin');
  try {
    await owner.query(statement);
    return breaksRelease(parseReleased(text), { present: await readSurface(owner), dropped });
  } finally {
    await owner.query('rollback');
  }
}

describe('the schema of the last release', () => {
  test('default: is still there in this one', async () => {
    const present = await readSurface(owner);
    expect(breaksRelease(readReleased(), { present, dropped: DROPPED_LATER })).toEqual([]);
  });

  test('contains tables, columns with their types, and functions with their results', async () => {
    const surface = await readSurface(owner);
    expect(surface.get('table app_user')).toBe('');
    expect(surface.get('column app_user.address')).toBe('text, not null');
    expect(surface.get('column app_user.registered_at')).toBe('timestamp with time zone, not null, default');
    expect(surface.get('column app_user.consent_hash')).toBe('text');
    expect(surface.get('view order_outcome')).toBe('');
    expect(surface.get('function sign_in_spend(text, text)')).toBe('void');
    expect(parseReleased(renderReleased({ releases: [], surface }))).toEqual({ releases: [], surface });
  });

  test.each([
    'alter table app_user add column note text',
    `alter table app_user add column note text not null default ''`,
    'create table app_user_note (user_id bigint primary key, note text not null)',
    'create function sign_in_spend(text) returns void language sql as $$ select $$',
    'alter table app_user alter column address drop not null',
  ])('is left as it is by %s', async (statement) => {
    expect(await migrateNext(statement)).toEqual([]);
  });

  test.each([
    ['alter table app_user drop column consent_at cascade', 'column app_user.consent_at: is gone'],
    ['drop table faq_text cascade', 'table faq_text: is gone'],
    ['drop view order_outcome cascade', 'view order_outcome: is gone'],
    ['alter table app_user rename column consent_at to agreed_at', 'column app_user.consent_at: is gone'],
    [
      'alter table faq_text alter column question type varchar',
      'column faq_text.question: was text, is character varying',
    ],
    [
      'alter table app_user alter column consent_hash set not null',
      'column app_user.consent_hash: may not be null any more',
    ],
    [
      'alter table app_user alter column registered_at drop default',
      'column app_user.registered_at: has no default any more',
    ],
    ['alter table app_user add column note text not null', 'column app_user.note: is new, not null and has no default'],
    [
      `drop function sign_in_spend(text, text);
       create function sign_in_spend(text, text, int) returns void language sql as $$ select $$`,
      'function sign_in_spend(text, text): is gone',
    ],
    [
      `drop function sign_in_spend(text, text);
       create function sign_in_spend(text, text) returns int language sql as $$ select 1 $$`,
      'function sign_in_spend(text, text): returned void, returns integer',
    ],
  ])('broken twin: %s is found', async (statement, problem) => {
    expect(await migrateNext(statement)).toContain(problem);
  });
});

describe('subjects dropped one release later', () => {
  const drop = 'alter table app_user drop column consent_at cascade';
  const listed = {
    ...{ subject: 'column app_user.consent_at', unusedSince: '1.1.0' },
    ...{ decided: '2030-01-31', because: 'the day is in consent' },
  };
  const only = (problems: readonly string[]) => problems.filter((problem) => problem.startsWith(listed.subject));

  test('default: is dropped once a release did not use it', async () => {
    expect(only(await migrateNext(drop, [listed]))).toEqual([]);
  });

  test('broken twin: is refused when this release would be the first', async () => {
    expect(only(await migrateNext(drop, [{ ...listed, unusedSince: '1.2.0' }]))).toEqual([
      'column app_user.consent_at: listed, but there is no release 1.2.0',
    ]);
  });

  test('is not listed without a day, or for longer than one release', async () => {
    expect(only(await migrateNext(drop, [{ ...listed, decided: 'soon' }]))).toEqual([
      'column app_user.consent_at: listed without the day of the decision',
    ]);
    expect(await migrateNext('select 1', [listed])).toEqual([
      'column app_user.consent_at: listed, but the last release did not lose it',
    ]);
  });
});
