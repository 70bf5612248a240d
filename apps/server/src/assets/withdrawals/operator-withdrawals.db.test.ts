import { buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { pauseWithdrawals } from '#switches/commands.ts';
import {
  findOperatorWithdrawal,
  listOpenWithdrawals,
  listWaitingWithdrawals,
  listWithdrawalsOfAll,
  type OperatorWithdrawal,
  type WithdrawalFilter,
  withdrawalKeyOf,
} from './queries/operator-withdrawals.ts';
import { readWithdrawalReview, readWithdrawalsNow } from './queries/withdrawal-review.ts';

const ADDRESS = `0x${'ab'.repeat(20)}`;

describe('withdrawals as operators list them', () => {
  let database: TestDatabase;
  let owner: Database;
  let ops: Database;
  let users: bigint[];

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    ops = createDatabase({ ...asRole(database.url, 'city_mint_ops'), maxConnections: 4 });
    users = await buildParticipants(owner, { count: 3, available: 1_000n * JU });
    for (const [index, userId] of users.entries()) {
      for (const state of ['requested', 'approved', 'signed'] as const) {
        const amount = BigInt(index + 1) * JU + (state === 'signed' ? 7n : 0n);
        await buildWithdrawal(owner, { userId, account: await addressOf(userId), amount, state });
      }
    }
    await sql`update withdrawal set requested_at = now() - (id % 4) * interval '1 hour'`.execute(owner);
    // The owner of the last withdrawal requested a new address an hour ago.
    await sql`update withdrawal_hold set hours = 48`.execute(owner);
    await sql`insert into withdrawal_recipient (user_id, recipient, first_asked_at)
      values (${users[2]}, ${ADDRESS}, now() - interval '1 hour')`.execute(owner);
    await sql`update withdrawal set recipient = ${ADDRESS} where user_id = ${users[2]} and state = 'approved'`.execute(
      owner,
    );
    await sql`insert into chain_cursor (source, chain_id, genesis_hash, block_number, block_hash, block_at, head_number,
      head_at) values ('vault', 1, '0x', 5, '0x', now(), 9, now())`.execute(owner);
  });
  afterAll(async () => {
    await owner.destroy();
    await ops.destroy();
    await database.drop();
  });

  async function addressOf(userId: bigint): Promise<string> {
    const { address } = await owner
      .selectFrom('app_user')
      .select('address')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return address;
  }

  /** Every withdrawal of a list, read in pages of two. */
  async function all(filter: Omit<WithdrawalFilter, 'after' | 'limit'>): Promise<OperatorWithdrawal[]> {
    const found: OperatorWithdrawal[] = [];
    for (let after: WithdrawalFilter['after'] | undefined = null; after !== undefined; ) {
      const page: OperatorWithdrawal[] = await listWithdrawalsOfAll(ops, { ...filter, after, limit: 2 });
      found.push(...page);
      const last = page.at(-1);
      after = last === undefined ? undefined : withdrawalKeyOf(last, filter.sort);
    }
    return found;
  }

  test.each(['newest', 'oldest', 'largest', 'smallest'] as const)(
    'default: sorted %s first, in pages',
    async (sort) => {
      const found = await all({ sort, currency: 'JU' });
      expect(found).toHaveLength(9);
      const keys = found.map((withdrawal) => withdrawalKeyOf(withdrawal, sort));
      const isDown = sort === 'newest' || sort === 'largest';
      const ordered = keys.toSorted((first, second) => {
        const difference = first.number === second.number ? first.id - second.id : first.number - second.number;
        return Number(isDown ? -difference : difference);
      });
      expect(keys).toEqual(ordered);
      expect(new Set(keys.map(({ id }) => id)).size).toBe(9);
    },
  );

  test('behavior: each filter returns exactly the matching withdrawals', async () => {
    const everything = await all({ sort: 'newest' });
    const ids = (rows: readonly OperatorWithdrawal[]) => rows.map(({ id }) => id);
    const cutoff = everything[4]?.requestedAt.getTime() ?? 0;
    const address = await addressOf(users[1] ?? 0n);
    const cases: [Partial<WithdrawalFilter>, (row: OperatorWithdrawal) => boolean][] = [
      [{ state: 'signed' }, ({ state }) => state === 'signed'],
      [{ userId: users[1] }, ({ account }) => account === address],
      [{ currency: 'JU', minimum: 2n * JU }, ({ amount }) => amount >= 2n * JU],
      [{ currency: 'JU', maximum: 2n * JU }, ({ amount }) => amount <= 2n * JU],
      [{ from: cutoff }, ({ requestedAt }) => requestedAt.getTime() >= cutoff],
      [{ to: cutoff }, ({ requestedAt }) => requestedAt.getTime() < cutoff],
    ];
    for (const [filter, is] of cases) {
      const expected = ids(everything.filter(is));
      expect(expected.length).toBeGreaterThan(0);
      expect(expected.length).toBeLessThan(9);
      expect(ids(await all({ sort: 'newest', ...filter }))).toEqual(expected);
    }
    expect(await all({ sort: 'newest', currency: 'FMC' })).toEqual([]);
  });

  test('default: each withdrawal shows why it waits, by state, address, pause and chain', async () => {
    const reasonsOf = (rows: readonly OperatorWithdrawal[]) =>
      rows.map(({ waits }) => waits.map(({ reason }) => reason));
    const page = { after: null, limit: 10 };
    expect(reasonsOf(await listWaitingWithdrawals(ops, page))).toEqual([['approval'], ['approval'], ['approval']]);
    const open = reasonsOf(await listOpenWithdrawals(ops, page));
    expect(open).toEqual([['signer'], ['owner'], ['signer'], ['owner'], ['address-on-hold'], ['owner']]);
    await pauseWithdrawals(owner, 'because it is tested');
    await sql`update chain_cursor set halt_reason = 'nodes-disagree'`.execute(owner);
    expect(reasonsOf(await listWaitingWithdrawals(ops, { after: null, limit: 1 }))).toEqual([
      ['approval', 'paused', 'chain'],
    ]);
    const now = await readWithdrawalsNow(ops);
    expect(now).toMatchObject({ part: { paused: true }, height: { haltedBecause: 'nodes-disagree' } });
    await sql`update system_switch set paused = false, paused_since = null where name = 'withdrawals'`.execute(owner);
    await sql`update chain_cursor set halt_reason = null`.execute(owner);
  });

  test('default: the day counts the withdrawals of all users; used and remaining add up to the limit', async () => {
    const { rows } = await sql<{ sum: bigint }>`
      select sum(amount) as sum from withdrawal where requested_at > now() - interval '24 hours'`.execute(owner);
    const { currencies } = await readWithdrawalsNow(ops);
    const [ju] = currencies;
    expect(ju?.used).toBe(rows[0]?.sum);
    expect((ju?.used ?? 0n) + (ju?.left ?? 0n)).toBe(ju?.limits.perDay);
    expect(ju?.shareOfDay).toBe((ju?.left ?? 0n) / 10n);
  });

  test('behavior: the review shows the signer’s obstacle, the limits before it, and the vouchers', async () => {
    const [waiting] = await listWaitingWithdrawals(ops, { after: null, limit: 1 });
    expect(await readWithdrawalReview(ops, waiting?.id ?? 0n)).toMatchObject({
      obstacle: 'approval-missing',
      rejectedBefore: 0,
      vouchers: [],
    });
    await sql`update withdrawal_limit set per_user_day = ${(JU / 2n).toString()}::numeric`.execute(owner);
    const [approved] = await all({ sort: 'oldest', state: 'approved', userId: users[0] });
    expect(await readWithdrawalReview(ops, approved?.id ?? 0n)).toMatchObject({ obstacle: 'limit-exceeded' });
    const [signed] = await all({ sort: 'oldest', state: 'signed' });
    const review = await readWithdrawalReview(ops, signed?.id ?? 0n);
    expect(review).toMatchObject({ vouchers: [{ number: 1 }], paid: null });
    expect(await readWithdrawalReview(ops, 0n)).toBeUndefined();
    expect(await findOperatorWithdrawal(ops, 0n)).toBeUndefined();
  });
});
