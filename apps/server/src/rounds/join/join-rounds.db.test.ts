import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import type { JoinAnswer, JoinRequest } from './join-request.ts';

/** A hash that belongs to no terms. */
const NO_TERMS = `0x${'0'.repeat(64)}`;
const refusalOf = (answer: JoinAnswer) => ('refusal' in answer ? answer.refusal : 'accepted');

describe('joining several rounds together', () => {
  let database: TestDatabase;
  let owner: Database;

  beforeEach(async () => {
    database = await createTestDatabase();
    owner = databaseOver(createPool({ url: database.url }));
  });
  afterEach(async () => {
    await owner.destroy();
    await database.drop();
  });

  /** A joining process, and the names of the statements that it sent. */
  function newProcess() {
    const pool = createPool({ ...asRole(database.url, 'city_mint_api'), maxConnections: 4 });
    onTestFinished(() => pool.end());
    const sent: string[] = [];
    pool.on('connect', (client) => {
      const { query } = client;
      client.query = ((...asked: unknown[]) => {
        const [config] = asked;
        if (typeof config === 'object' && config !== null && 'name' in config) sent.push(String(config.name));
        return Reflect.apply(query, client, asked);
      }) as typeof query;
    });
    return { sent, joinRound: createJoins({ pool, db: databaseOver(pool) }) };
  }

  const openRounds = async (count: number, { firstQuota = 1_000n, walletMaximum = 40n } = {}) => {
    const rounds: OpenRound[] = [];
    for (let round = 0; round < count; round += 1) {
      const terms = { walletMaximum: tokenAmount(walletMaximum * JU), minimum: tokenAmount(2n * JU) };
      const plan = buildPlan({ city: `City ${round}`, firstQuota: tokenAmount(firstQuota * JU), terms });
      rounds.push(await openRound(owner, plan));
    }
    return rounds;
  };
  const request = (round: OpenRound, userId: bigint, amount = 10n): Omit<JoinRequest, 'token'> => ({
    ...round,
    userId,
    amount: tokenAmount(amount * JU),
    requestId: crypto.randomUUID(),
    consented: true,
  });

  /** Returns the rounds whose ranks, sums, balances and transfers differ by a unit, or break their terms. */
  async function inexactRounds(): Promise<unknown[]> {
    const { rows } = await sql`
      select r.id from round r
        left join lateral (
          select count(*)::int as orders, coalesce(max(rank), 0) as highest,
            count(distinct rank) as ranks,
            coalesce(sum(accepted), 0) as total,
            count(*) filter (where t.amount = o.accepted) as paid
          from mint_order o left join ledger_transfer t on t.kind = kind_join() and t.source_id = o.id
            and t.credit_account = account_escrow(o.round_id)
            and t.debit_account = account_available(o.user_id, currency_ju())
          where o.round_id = r.id) found on true
        left join ledger_account a on a.id = account_escrow(r.id)
      where (r.order_count, r.filled, found.highest, found.ranks, found.paid)
          is distinct from (found.orders, found.total, found.orders, found.orders::bigint, found.orders::bigint)
        or coalesce(a.balance, 0) <> r.filled or r.filled > r.quota or (r.state = 'full') <> (r.filled = r.quota)
        or exists (
          select from mint_order o where o.round_id = r.id group by user_id having sum(accepted) > r.wallet_maximum)
      union all
      select t.id from (
        select id, credit_balance_after - amount as before,
          coalesce(lag(credit_balance_after) over (partition by credit_account order by id), 0) as expected
        from ledger_transfer where kind = kind_join()) t where before <> expected`.execute(owner);
    return rows;
  }

  test('default: joins of many rounds share a statement, and each round has separate ranks', async () => {
    const rounds = await openRounds(5);
    // The wallet that arrived last has the lowest id.
    const users = (await buildParticipants(owner, { count: 100, available: 100n * JU })).reverse();
    const { sent, joinRound } = newProcess();
    const answers = await Promise.all(
      users.map((user, index) => joinRound(request(rounds[index % 5] as OpenRound, user))),
    );
    expect(answers.map(refusalOf)).toEqual(users.map(() => 'accepted'));
    expect(sent).toEqual(['join-rounds']);
    // Ranks are in the order of arrival.
    const ranks = answers.map((answer) => ('order' in answer ? answer.order.rank : 0));
    expect(ranks).toEqual(users.map((_user, index) => Math.floor(index / 5) + 1));
    expect(await inexactRounds()).toEqual([]);
  });

  test('behavior: two processes fill rounds exactly, with reduced and refused joins', async () => {
    const rounds = await openRounds(6, { firstQuota: 300n, walletMaximum: 12n });
    const users = await buildParticipants(owner, { count: 60, available: 150n * JU });
    const processes = [newProcess(), newProcess()];
    // Each random join below may arrive after its round is full, and none need reach the maximum of a wallet.
    const [round, user, other] = [rounds[0] as OpenRound, users[0] ?? 0n, users[1] ?? 0n];
    const certain: JoinAnswer[] = [];
    for (const made of [request(round, user, 12n), request(round, user, 2n), request(round, other, 1n)]) {
      certain.push(await newProcess().joinRound(made));
    }
    certain.push(await newProcess().joinRound({ ...request(round, other), termsHash: NO_TERMS }));
    expect(certain.map(refusalOf)).toEqual(['accepted', 'wallet-maximum-reached', 'below-minimum', 'terms-changed']);
    const asked = Array.from({ length: 1_200 }, (_unused, index) => {
      const drawnRound = rounds[Math.floor(Math.random() * 6)] as OpenRound;
      const drawnUser = users[Math.floor(Math.random() * 60)] ?? 0n;
      const made = request(drawnRound, drawnUser, BigInt(1 + (index % 13)));
      return processes[index % 2]?.joinRound(index % 50 === 0 ? { ...made, termsHash: NO_TERMS } : made);
    });
    const drawn = (await Promise.all(asked)).filter((answer) => answer !== undefined);
    const answers = [...certain, ...drawn];
    expect(answers).toHaveLength(1_204);
    expect(await inexactRounds()).toEqual([]);
    const { rows } = await sql<{ orders: number; full: number }>`
      select (select count(*)::int from mint_order) as orders,
        (select count(*)::int from round_transition where state = 'full') as full`.execute(owner);
    expect(answers.filter((answer) => 'order' in answer)).toHaveLength(rows[0]?.orders ?? 0);
    expect(rows[0]?.full).toBe(6);
    expect(new Set(answers.map(refusalOf))).toEqual(
      new Set(['accepted', 'round-full', 'terms-changed', 'below-minimum', 'wallet-maximum-reached']),
    );
  });

  test('behavior: a repeated request gets the same answer, whatever its batch', async () => {
    const rounds = await openRounds(3);
    const users = await buildParticipants(owner, { count: 9, available: 100n * JU });
    const [one, other] = [newProcess(), newProcess()];
    const asked = users.map((user, index) => request(rounds[index % 3] as OpenRound, user));
    const first = await Promise.all(asked.map((each) => one.joinRound(each)));
    const again = await Promise.all(asked.flatMap((each) => [one.joinRound(each), other.joinRound(each)]));
    expect(again).toEqual(first.flatMap((answer) => [answer, answer]));
    expect(await inexactRounds()).toEqual([]);
  });

  /** Holds a round's lock; returns a function that releases it. */
  async function holdRound({ roundId }: OpenRound): Promise<() => Promise<void>> {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from round where id = $1 for update', [roundId]);
    return () => holder.end();
  }

  async function joinWhileHeld() {
    const rounds = await openRounds(3);
    const users = await buildParticipants(owner, { count: 3, available: 100n * JU });
    const { joinRound } = newProcess();
    const release = await holdRound(rounds[0] as OpenRound);
    const [held, ...others] = users.map((user, index) => joinRound(request(rounds[index] as OpenRound, user)));
    let isHeld = true;
    const answered = held?.then(() => {
      isHeld = false;
    });
    return { others: Promise.all(others), answered, isHeld: () => isHeld, release };
  }

  test('behavior: a locked round does not delay the others, and is joined afterwards', async () => {
    const { others, answered, isHeld, release } = await joinWhileHeld();
    expect((await others).map(refusalOf)).toEqual(['accepted', 'accepted']);
    expect(isHeld()).toBe(true);
    await release();
    await answered;
    expect(await inexactRounds()).toEqual([]);
  });

  test('broken twin: without a timeout for locks, one locked round delays all', async () => {
    await breakFunction(owner, 'join_rounds', ['if p_lock_ms is not null', 'if false']);
    const { others, answered, release } = await joinWhileHeld();
    const first = await Promise.race([
      others.then(() => 'others'),
      new Promise((resolve) => setTimeout(() => resolve('nobody'), 1_500)),
    ]);
    expect(first).toBe('nobody');
    await release();
    await Promise.all([others, answered]);
  });
});
