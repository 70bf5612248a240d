import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listWithdrawalsOfAll, type WithdrawalFilter } from './queries/operator-withdrawals.ts';

const WITHDRAWALS = 20_000;
const OWN = 1_000;
/**
 * Maximum number of rows that a page of 20 may read from the table and its indexes, however many withdrawals others
 * have.
 */
const MOST_ROWS = 200;
const USER = 7n;

/**
 * One user's withdrawals are a part of all, smaller and earlier than any other: where the planner's statistics expect
 * them least.
 */
const made = databaseOfMany(['withdrawal'], async (db) => {
  await sql`insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount,
      state, requested_at)
    select case when n <= ${OWN}::int then ${USER}::bigint else 8 + n % 500 end, gen_random_uuid(), '\\x00',
      '0x' || lpad(to_hex(n), 64, '0'), '0x1', '0x1', 0, n, case when n % 10 = 0 then 'signed' else 'completed' end,
      now() - interval '1 minute' * (${WITHDRAWALS}::int - n)
    from generate_series(1, ${WITHDRAWALS}::int) n`.execute(db);
});

describe('a page of very many withdrawals reads no more rows than a page needs', () => {
  test.each<[string, Partial<WithdrawalFilter> & Pick<WithdrawalFilter, 'sort'>]>([
    ['all, the newest first', { sort: 'newest' }],
    ['the largest', { sort: 'largest', currency: 'JU' }],
    ["a user's largest", { sort: 'largest', currency: 'JU', userId: USER }],
    ["a user's smallest", { sort: 'smallest', currency: 'JU', userId: USER }],
    ["a user's newest", { sort: 'newest', userId: USER }],
    ["a user's largest up to an amount", { sort: 'largest', currency: 'JU', userId: USER, maximum: 900n }],
    ["a user's smallest from an amount", { sort: 'smallest', currency: 'JU', userId: USER, minimum: 100n }],
    ['a state, the largest', { sort: 'largest', currency: 'JU', state: 'signed' }],
    ['a state, the oldest', { sort: 'oldest', state: 'signed' }],
  ])('default: %s', async (_name, filter) => {
    let found = 0;
    const rows = await made.rowsOf(async (reader) => {
      found = (await listWithdrawalsOfAll(reader, { after: null, limit: 20, ...filter })).length;
    });
    expect(found).toBe(20);
    expect(rows).toBeLessThan(filter.userId === undefined ? MOST_ROWS : OWN + MOST_ROWS);
  });
});
