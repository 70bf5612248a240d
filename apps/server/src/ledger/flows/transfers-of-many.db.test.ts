import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sealJournal } from '../journal/commands.ts';
import { countFlows } from './commands.ts';
import { listAccountTransfers, type SystemAccount, type TransfersWanted } from './queries.ts';

const TRANSFERS = 6_000;
const DAYS = 200;
const FIRST_DAY = 20_000;
/**
 * Maximum number of rows that a page of 20 may read from the table and its indexes, regardless of the number of
 * transfers.
 */
const MOST_ROWS = 200;
const RESERVE: SystemAccount = { kind: 'reserve', currency: 'JU', owner: 0n };

/** Thirty a day from the reserve, alternately compensation and shares of the split. */
const made = databaseOfMany(['ledger_transfer'], async (db) => {
  await sql`insert into ledger_transfer (debit_account, credit_account, amount, kind, step, source_id,
      debit_balance_after, credit_balance_after, created_at)
    select account_reserve(), account_available(1 + n % 50, 0), 1, k.code, 0, n, 0, 0,
      to_timestamp((${FIRST_DAY}::int + n * ${DAYS}::float8 / ${TRANSFERS}::int) * 86400)
    from generate_series(0, ${TRANSFERS - 1}::int) n
      join ledger_transfer_kinds k on k.name = case when n % 2 = 0 then 'compensation' else 'split' end`.execute(db);
  for (let sealed = 0; sealed < TRANSFERS; sealed += await sealJournal(db)) await sleep(10);
  await countFlows(db);
});

describe('a page of an account with very many transfers reads no more rows than a page needs', () => {
  test.each<[string, Partial<TransfersWanted>]>([
    ['all', {}],
    ['a kind', { kind: 'compensation' }],
    ['most of the time', { days: { first: FIRST_DAY + 10, last: FIRST_DAY + 190 } }],
    ['a kind in most of the time', { kind: 'split', days: { first: FIRST_DAY + 10, last: FIRST_DAY + 190 } }],
    ['a day', { days: { first: FIRST_DAY + 50, last: FIRST_DAY + 50 } }],
  ])('default: %s', async (_name, wanted) => {
    let days: number[] = [];
    const rows = await made.rowsOf(async (reader) => {
      const page = await listAccountTransfers(reader, { account: RESERVE, before: null, limit: 20, ...wanted });
      days = page.map(({ at }) => Math.floor(at.getTime() / DAY_MS));
    });
    expect(days).toHaveLength(20);
    expect(Math.max(...days)).toBe(wanted.days?.last ?? FIRST_DAY + DAYS - 1);
    expect(Math.min(...days)).toBeGreaterThanOrEqual(wanted.days?.first ?? 0);
    expect(rows).toBeLessThan(MOST_ROWS);
  });
});
