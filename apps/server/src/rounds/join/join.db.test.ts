import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import type { JoinAnswer, JoinRequest } from './join-request.ts';

let test: TestDatabase;
let owner: Database;
let pool: pg.Pool;
let joinRound: (request: JoinParts) => Promise<JoinAnswer>;

beforeEach(async () => {
  test = await createTestDatabase();
  owner = databaseOver(createPool({ url: test.url }));
  pool = createPool({ ...asRole(test.url, 'city_mint_api') });
  joinRound = createJoins({ pool, db: databaseOver(pool) });
});
afterEach(async () => {
  await pool.end();
  await owner.destroy();
  await test.drop();
});

type JoinParts = Omit<JoinRequest, 'token'>;

function request(round: OpenRound, userId: bigint, parts: Partial<JoinParts> = {}): JoinParts {
  return {
    userId,
    roundId: round.roundId,
    amount: tokenAmount(10n * JU),
    termsHash: round.termsHash,
    requestId: crypto.randomUUID(),
    consented: true,
    ...parts,
  };
}

async function readRound(round: OpenRound) {
  const row = await owner.selectFrom('round').selectAll().where('id', '=', round.roundId).executeTakeFirstOrThrow();
  const orders = await owner
    .selectFrom('mint_order')
    .selectAll()
    .where('round_id', '=', round.roundId)
    .orderBy('rank')
    .execute();
  const transfers = await owner.selectFrom('ledger_transfer').selectAll().where('kind', '=', 5).execute();
  const { rows } = await sql<{
    balance: bigint;
  }>`select balance from ledger_account where id = account_escrow(${round.roundId})`.execute(owner);
  return { row, orders, transfers, escrow: rows[0]?.balance };
}

/** Invariants after any sequence: ranks 1…n, one transfer per order, sums equal to the unit, never over the quota. */
async function expectExact(round: OpenRound) {
  const { row, orders, transfers, escrow } = await readRound(round);
  const sum = orders.reduce((total, order) => total + order.accepted, 0n);
  expect(orders.map((order) => order.rank)).toEqual(orders.map((_order, index) => index + 1));
  expect(row.order_count).toBe(orders.length);
  expect(row.filled).toBe(sum);
  expect(row.filled <= row.quota).toBe(true);
  expect(escrow).toBe(sum);
  expect(new Map(transfers.map((t) => [t.source_id, t.amount]))).toEqual(
    new Map(orders.map((o) => [o.id, o.accepted])),
  );
  expect(transfers.length).toBe(orders.length);
  return { row, orders };
}

const refusalOf = (answer: JoinAnswer) => ('refusal' in answer ? answer.refusal : 'accepted');

describe('joining', () => {
  it('fills a round by concurrent joins, each rank once, never past the quota', async () => {
    const round = await openRound(owner);
    const users = await buildParticipants(owner, { count: 300, available: 10n * JU });
    const answers = await Promise.all(users.map((user) => joinRound(request(round, user))));
    const { row, orders } = await expectExact(round);
    expect(orders.length).toBe(100);
    expect(row.state).toBe('full');
    expect(answers.filter((answer) => 'order' in answer).length).toBe(100);
    expect(new Set(answers.map(refusalOf))).toEqual(new Set(['accepted', 'round-full']));
  });

  it('does so from two processes concurrently', async () => {
    const round = await openRound(owner);
    const users = await buildParticipants(owner, { count: 300, available: 7n * JU });
    const otherPool = createPool({ ...asRole(test.url, 'city_mint_api') });
    const other = createJoins({ pool: otherPool, db: databaseOver(otherPool) });
    const amount = tokenAmount(7n * JU);
    await Promise.all(users.map((user, index) => (index % 2 ? joinRound : other)(request(round, user, { amount }))));
    await otherPool.end();
    const { orders, row } = await expectExact(round);
    expect(orders.length).toBe(143);
    expect(row.state).toBe('full');
    expect(orders.at(-1)?.accepted).toBe(6n * JU);
  });

  it('spends a balance once, for any combination of requests', async () => {
    const round = await openRound(owner);
    const users = await buildParticipants(owner, { count: 20, available: 10n * JU });
    const otherPool = createPool({ ...asRole(test.url, 'city_mint_api') });
    const other = createJoins({ pool: otherPool, db: databaseOver(otherPool) });
    const asked = users.flatMap((user) =>
      Array.from({ length: 8 }, (_unused, index) => (index % 2 ? joinRound : other)(request(round, user))),
    );
    const answers = await Promise.all(asked);
    await otherPool.end();
    await expectExact(round);
    expect(answers.filter((answer) => 'order' in answer).length).toBe(20);
    expect(answers.filter((answer) => refusalOf(answer) === 'insufficient-balance').length).toBe(140);
  });

  it('returns the same answer for a repeated request id, and refuses the id for another body', async () => {
    const round = await openRound(owner);
    const [user = 0n] = await buildParticipants(owner, { count: 1, available: 100n * JU });
    const first = request(round, user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => joinRound(first)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(refusalOf(await joinRound({ ...first, amount: tokenAmount(11n * JU) }))).toBe('request-id-reused');
    const { orders } = await expectExact(round);
    expect(orders.length).toBe(1);
  });

  it('uses a request id once, even if several rounds get it concurrently; other orders are unaffected', async () => {
    const rounds = await Promise.all(
      ['London', 'Paris', 'Rome', 'Oslo'].map((city) => openRound(owner, buildPlan({ city }))),
    );
    const [user = 0n, ...others] = await buildParticipants(owner, { count: 60, available: 100n * JU });
    for (let turn = 0; turn < 10; turn += 1) {
      const requestId = crypto.randomUUID();
      const amount = tokenAmount(JU);
      const mine = Promise.all(rounds.map((round) => joinRound(request(round, user, { requestId, amount }))));
      const theirs = Promise.all(
        others.map((other, index) => joinRound(request(rounds[index % 4] as OpenRound, other, { amount }))),
      );
      const [answers, rest] = await Promise.all([mine, theirs]);
      expect(answers.map(refusalOf).sort()).toEqual([
        'accepted',
        'request-id-reused',
        'request-id-reused',
        'request-id-reused',
      ]);
      expect(rest.map(refusalOf)).toEqual(rest.map(() => 'accepted'));
    }
  });

  it('repeats a refusal: a refused id is never accepted later', async () => {
    const round = await openRound(owner);
    const [user = 0n] = await buildParticipants(owner, { count: 1, available: 5n * JU });
    const first = request(round, user);
    expect(await joinRound(first)).toEqual({
      refusal: 'insufficient-balance',
      details: { field: 'amount', limit: '5' },
    });
    await sql`select ledger_write_transfer(
      1, 0, account_available(${user}, currency_ju()), ${(50n * JU).toString()}::numeric, -99
    )`.execute(owner);
    expect(await joinRound(first)).toEqual({
      refusal: 'insufficient-balance',
      details: { field: 'amount', limit: '5' },
    });
    expect(refusalOf(await joinRound(request(round, user)))).toBe('accepted');
  });

  it('returns the first refusal that applies, and a refused join changes nothing', async () => {
    const plan = buildPlan({ terms: { minimum: tokenAmount(5n * JU), walletMaximum: tokenAmount(30n * JU) } });
    const round = await openRound(owner, plan);
    const [user = 0n, rich = 0n] = await buildParticipants(owner, { count: 2, available: 100n * JU });
    const refusal = async (parts: Partial<JoinParts>) => refusalOf(await joinRound(request(round, user, parts)));
    expect(await refusal({ roundId: 999_999n })).toBe('not-found');
    expect(await refusal({ consented: false, amount: tokenAmount(0n) })).toBe('consent-required');
    expect(await refusal({ termsHash: `0x${'0'.repeat(64)}`, amount: tokenAmount(0n) })).toBe('terms-changed');
    expect(await refusal({ amount: tokenAmount(0n) })).toBe('amount-not-positive');
    expect(await refusal({ amount: tokenAmount(5n * JU - 1n) })).toBe('below-minimum');
    expect(await refusal({ amount: tokenAmount(100n * JU + 1n) })).toBe('insufficient-balance');
    await owner.updateTable('system_switch').set({ paused: true }).where('name', '=', 'joins').execute();
    expect(await refusal({})).toBe('joins-paused');
    await owner.updateTable('system_switch').set({ paused: false }).where('name', '=', 'joins').execute();
    expect((await readRound(round)).transfers).toEqual([]);
    // An amount above the wallet's maximum is reduced to it; then nothing more is accepted.
    const cut = await joinRound(request(round, rich, { amount: tokenAmount(40n * JU) }));
    expect(cut).toMatchObject({ order: { accepted: 30n * JU, asked: 40n * JU, rank: 1 } });
    expect(refusalOf(await joinRound(request(round, rich)))).toBe('wallet-maximum-reached');
    await owner.updateTable('round').set({ closes_at: new Date() }).where('id', '=', round.roundId).execute();
    expect(await refusal({})).toBe('round-not-open');
    await expectExact(round);
  });

  it('accepts a last order below the minimum when less remains', async () => {
    const plan = buildPlan({ firstQuota: tokenAmount(12n * JU), terms: { minimum: tokenAmount(10n * JU) } });
    const round = await openRound(owner, plan);
    const [one = 0n, two = 0n] = await buildParticipants(owner, { count: 2, available: 100n * JU });
    await joinRound(request(round, one));
    expect(await joinRound(request(round, two, { amount: tokenAmount(2n * JU) }))).toMatchObject({
      order: { accepted: 2n * JU, rank: 2 },
    });
    expect((await expectExact(round)).row.state).toBe('full');
  });

  it('takes the time of an order together with its rank, so that times are in the order of ranks', async () => {
    const round = await openRound(owner);
    const users = await buildParticipants(owner, { count: 90, available: 10n * JU });
    const otherPool = createPool({ ...asRole(test.url, 'city_mint_api') });
    const other = createJoins({ pool: otherPool, db: databaseOver(otherPool) });
    // Every third amount exceeds the balance and so is decided individually, in transactions that began before they
    // waited.
    const amounts = [tokenAmount(5n * JU), tokenAmount(6n * JU), tokenAmount(11n * JU)];
    const asked = users.flatMap((user, index) =>
      [0, 1].map((turn) =>
        (turn ? joinRound : other)(request(round, user, { amount: amounts[index % 3] ?? tokenAmount(JU) })),
      ),
    );
    await Promise.all(asked);
    await otherPool.end();
    const { rows } = await sql<{ against: number; orders: number }>`
      select count(*) filter (where joined_at < before)::int as against, count(*)::int as orders
      from (select joined_at, lag(joined_at) over (order by rank) as before from mint_order) o`.execute(owner);
    expect(rows[0]?.orders).toBeGreaterThan(30);
    expect(rows[0]?.against).toBe(0);
  });

  it('never takes a time before that of an earlier rank, even if the clock is set back', async () => {
    const round = await openRound(owner);
    const [one = 0n, two = 0n, three = 0n] = await buildParticipants(owner, { count: 3, available: 10n * JU });
    await joinRound(request(round, one));
    // As a database finds it after a failover to a slower clock: an order from the future.
    await sql`update round set last_joined_at = clock_timestamp() + interval '1 minute'`.execute(owner);
    await joinRound(request(round, two));
    await joinRound(request(round, three, { amount: tokenAmount(11n * JU) }));
    await joinRound(request(round, three));
    const { rows } = await sql`select rank, joined_at = (select last_joined_at from round) as is_latest
      from mint_order order by rank`.execute(owner);
    expect(rows).toEqual([
      { rank: 1, is_latest: false },
      { rank: 2, is_latest: true },
      { rank: 3, is_latest: true },
    ]);
  });

  it('orders in the last part of the window are late, by the end of the window at that moment', async () => {
    const plan = buildPlan({ terms: { lateBps: 5_000, walletMaximum: tokenAmount(15n * JU) } });
    const round = await openRound(owner, plan);
    const users = await buildParticipants(owner, { count: 3, available: 40n * JU });
    const [one = 0n, two = 0n, three = 0n] = users;
    const lateOf = async (user: bigint, amount: bigint) => {
      const asked = request(round, user, { amount: tokenAmount(amount) });
      const answer = await joinRound(asked);
      expect(await joinRound(asked)).toEqual(answer);
      return 'order' in answer ? answer.order.late : answer;
    };
    // 20 is above the wallet's maximum and so is decided individually.
    expect([await lateOf(one, JU), await lateOf(one, 20n * JU)]).toEqual([false, false]);
    const moveEnd = (by: string) =>
      sql`update round set opens_at = opens_at - interval '1 hour',
        closes_at = clock_timestamp() + interval '30 minutes' + ${by}::interval`.execute(owner);
    await moveEnd('-1 second');
    expect([await lateOf(two, JU), await lateOf(two, 20n * JU)]).toEqual([true, true]);
    // A pause moved the end, so a new order is early again.
    await moveEnd('1 minute');
    expect([await lateOf(three, JU), await lateOf(three, 20n * JU)]).toEqual([false, false]);
    const { rows } = await sql<{ late: boolean }>`select late from mint_order order by rank`.execute(owner);
    expect(rows.map(({ late }) => late)).toEqual([false, false, true, true, false, false]);
  });

  it('joins twice with one id once the safeguard is removed (the broken twin)', async () => {
    // The broken twin: without the key and the check of earlier requests, a repeated id joins twice.
    const round = await openRound(owner);
    const [user = 0n] = await buildParticipants(owner, { count: 1, available: 100n * JU });
    await sql`alter table mint_order drop constraint mint_order_request_once`.execute(owner);
    const first = request(round, user);
    await joinRound(first);
    await sql`update mint_order set request_id = gen_random_uuid()`.execute(owner);
    await joinRound(first);
    expect((await readRound(round)).orders.length).toBe(2);
  });
});

describe('the ledger itself', () => {
  const move = (kind: number, [from, to]: [string, string], amount = '1') =>
    sql`select ledger_write_transfer(${kind}::int, ${sql.raw(from)}, ${sql.raw(to)}, ${amount}::numeric, 1)`;

  it('refuses every unknown transfer, overdrafts, NaN, and changes of posted rows', async () => {
    const [user = 0n] = await buildParticipants(owner, { count: 1, available: 5n });
    const available = `account_available(${user}, currency_ju())`;
    await expect(move(5, [available, 'account_reserve()']).execute(owner)).rejects.toThrow(/ledger_transfer_allowed/);
    await expect(
      move(4, [`account_withdrawing(${user}, currency_ju())`, available], '6').execute(owner),
    ).rejects.toThrow(/not_negative/);
    await expect(
      move(4, [`account_withdrawing(${user}, currency_ju())`, available], 'NaN').execute(owner),
    ).rejects.toThrow(/number|positive|negative/);
    await expect(move(1, ['account_custody(currency_fmc())', available]).execute(owner)).rejects.toThrow(
      /currencies|movement/,
    );
    await expect(sql`update ledger_transfer set amount = 1`.execute(owner)).rejects.toThrow(/never changed/);
    await expect(
      sql`update ledger_account set balance = 'NaN' where id = ${user} * 256 + 1`.execute(owner),
    ).rejects.toThrow(/number/);
  });

  it.each([
    ['update ledger_transfer set amount = 1'],
    ['delete from ledger_transfer'],
    ['truncate ledger_transfer'],
    [
      'insert into ledger_transfer (debit_account, credit_account, amount, kind, source_id,' +
        ' debit_balance_after, credit_balance_after) values (0, 257, 1, 1, 1, 0, 0)',
    ],
    ['update ledger_account set balance = 5'],
    ['insert into ledger_account (id, balance) values (257, 5)'],
    ['select ledger_write_transfer(kind_deposit(), account_custody(currency_ju()), 257, 5, 77)'],
    ['update round_terms set terms_hash = null'],
    ['update mint_order set accepted = 1'],
    ['drop table ledger_transfer'],
  ])('refuses the api: %s', async (statement) => {
    await expect(pool.query(statement)).rejects.toThrow(/permission|may not|must be owner/);
  });
});
