import { DAY_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '#platform/database/database.ts';
import { listUserTransfers } from './list-user-transfers.ts';
import { readBalances, readStatementPage, readStatements } from './read-statement.ts';

test('default: a connection plans the queries of a statement and a page of transfers once, for all users', async () => {
  const database = await createTestDatabase();
  const db = createDatabase({ url: database.url, maxConnections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  const users = await buildParticipants(db, { count: 3, available: 5n });
  const to = Date.now();
  const from = to - DAY_MS;
  for (const userId of users) {
    await readStatements(db, { userId, bounds: [from, to] });
    await readStatementPage(db, { userId, from, to, afterId: 0n, limit: 10 });
    await readBalances(db, { userId, bounds: [from, to] });
    await listUserTransfers(db, { userId, before: null, limit: 10 });
    await listUserTransfers(db, { userId, before: 1_000n, from, to, limit: 10 });
  }
  const { rows } = await sql<{ planned: bigint; times: bigint }>`
    select custom_plans as planned, generic_plans as times from pg_prepared_statements
    where statement like '%moved as materialized%' and statement not like '%own as materialized%'
    order by 2`.execute(db);
  // The first page also reads the totals.
  expect(rows).toEqual([
    { planned: 0n, times: 3n },
    { planned: 0n, times: 3n },
    { planned: 0n, times: 6n },
  ]);
  const pages = await sql<{ planned: bigint }>`
    select custom_plans as planned from pg_prepared_statements
    where statement like '%moved as materialized%' and statement like '%own as materialized%'`.execute(db);
  expect(pages.rows).toEqual([{ planned: 0n }]);
});
