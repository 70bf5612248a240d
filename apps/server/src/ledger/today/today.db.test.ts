import { buildParticipants } from '@city-mint/tests/builders/participants';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTodaysFlows } from './queries.ts';

const BEFORE = 20_000;
const TODAY = 100;

/** Very many deposits of the days before today and a few of today, all unsealed. */
const many = databaseOfMany(['ledger_transfer'], async (db) => {
  const [userId = 0n] = await buildParticipants(db, { count: 1, available: 0n });
  await sql`insert into ledger_transfer (debit_account, credit_account, amount, kind, step, source_id,
      debit_balance_after, credit_balance_after, created_at)
    select account_custody(0), account_available(${userId}::bigint, 0), 1, kind_deposit(), 0, n, 1, 1,
      date_trunc('day', now(), 'UTC') + interval '1 minute' * least(n - ${BEFORE}::int - 1, 0)
    from generate_series(1, ${BEFORE + TODAY}::int) n`.execute(db);
});

test('default: reads the ledger from the beginning of the day, however far the journal is sealed', async () => {
  const rows = await many.rowsOf(async (reader) => {
    const { flows } = await createTodaysFlows(reader)();
    expect(flows).toEqual([{ kind: 'deposit', currency: 'JU', amount: BigInt(TODAY), transfers: TODAY }]);
  });
  // The transfers of the hour before, whose transactions may have lasted until today, and the reads of the binary
  // search.
  expect(rows).toBeLessThan(2 * (TODAY + 60) + 100);
});
