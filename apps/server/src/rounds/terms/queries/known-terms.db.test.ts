import { buildPlan, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { readKnownTerms } from './known-terms.ts';

describe('terms by their hash', () => {
  let database: TestDatabase;
  let db: Database;
  let roundId: bigint;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ url: database.url });
    ({ roundId } = await openRound(db, buildPlan({ city: 'Model' })));
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const termsOf = async (hash: string) => (await readKnownTerms(db, [{ round_id: roundId, terms_hash: hash }]))(hash);
  const storeTerms = (terms: unknown, hash: string) =>
    sql`update round_terms set terms = ${JSON.stringify(terms)}::jsonb, terms_hash = ${hash}
      where round_id = ${roundId}`.execute(db);

  test('default: returns the fields for an estimate, read once for each hash', async () => {
    const { terms, terms_hash: hash } = await db
      .selectFrom('round_terms')
      .select(['terms', 'terms_hash'])
      .where('round_id', '=', roundId)
      .executeTakeFirstOrThrow();
    const first = await termsOf(hash);
    expect(Object.keys(first ?? {})).toEqual(['quota', 'mintAmount', 'lossBps', 'reserveDrawBps']);
    await storeTerms({ later: 1 }, hash);
    expect(await termsOf(hash)).toEqual(first);
    await storeTerms(terms, hash);
  });

  test('behavior: returns null where this release cannot read them', async () => {
    const other = `0x${'ab'.repeat(32)}`;
    const { terms: readable } = await db
      .selectFrom('round_terms')
      .select('terms')
      .where('round_id', '=', roundId)
      .executeTakeFirstOrThrow();
    await storeTerms({ later: 1 }, other);
    expect(await termsOf(other)).toBeNull();
    // They do not hide readable ones.
    await storeTerms(readable, other);
    expect(await termsOf(other)).toMatchObject({ lossBps: expect.any(Number) });
  });
});
