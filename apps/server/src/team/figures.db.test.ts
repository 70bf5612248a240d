import { utcDay } from '@city-mint/domain/miner/mining-day';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { teamFigures } from '@city-mint/domain/team/team-figures-oracle';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { readWeights } from '@city-mint/tests/builders/pools';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { type BuiltOrder, bind, bindChain, buildSettledRound } from '@city-mint/tests/builders/teams';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import fc from 'fast-check';
import { CompiledQuery, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import type { DB } from '#platform/database/generated/db.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { runRounds } from '#rounds/jobs.ts';
import { grantStatus, setThresholds } from './commands/member-status.ts';
import { rollUpTeam } from './commands/roll-up-team.ts';
import { runTeam } from './jobs.ts';
import { listDirects } from './queries/directs.ts';
import { readTeamThresholds } from './queries/member-status.ts';
import { readTeam } from './queries/teams.ts';

let database: TestDatabase;
/** The owner's connections, and the worker's. */
let db: Database;
let worker: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = databaseOver(createPool({ url: database.url }));
  worker = databaseOver(createPool({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 4 }));
});
afterAll(async () => {
  await Promise.all([db.destroy(), worker.destroy()]);
  await database.drop();
});

type Figures = {
  directCount: number;
  joinedDirectCount: number;
  teamCount: number;
  ownPerformance: bigint;
  teamPerformance: bigint;
  smallAreaPerformance: bigint;
};

/** Computes all figures as defined in docs/money-rules.md#8-team-nodes-levels, from invitations and settlements. */
async function recompute(of: Database, users: readonly bigint[]): Promise<Map<bigint, Figures>> {
  const { rows: people } = await sql<{ user_id: bigint; inviter_id: bigint | null }>`
    select user_id, inviter_id from participant where user_id = any(${users}::bigint[])`.execute(of);
  const { rows: orders } = await sql<{ user_id: bigint; amount: bigint; outcome: string }>`
    select s.user_id, s.amount, r.outcome from order_settlement s join round_settlement r using (round_id)
    where s.user_id = any(${users}::bigint[])`.execute(of);
  const own = (user: bigint) =>
    orders.filter((o) => o.user_id === user && o.outcome === 'minted').reduce((sum, o) => sum + o.amount, 0n);
  const directsOf = (user: bigint) => people.filter((p) => p.inviter_id === user).map((p) => p.user_id);
  const figures = new Map<bigint, Figures>();
  const compute = (user: bigint): Figures => {
    const directs = directsOf(user);
    const below = directs.map(compute);
    const legs = below.map((leg) => tokenAmount(leg.ownPerformance + leg.teamPerformance));
    const result = {
      directCount: directs.length,
      joinedDirectCount: directs.filter((direct) => orders.some((o) => o.user_id === direct)).length,
      teamCount: below.reduce((sum, leg) => sum + 1 + leg.teamCount, 0),
      ownPerformance: own(user),
      ...teamFigures(legs),
    };
    figures.set(user, result);
    return result;
  };
  for (const { user_id, inviter_id } of people) if (inviter_id === null) compute(user_id);
  return figures;
}

async function readFigures(of: Database, users: readonly bigint[]): Promise<Map<bigint, Figures>> {
  const teams = await Promise.all(users.map((user) => readTeam(of, user)));
  return new Map(
    teams.map((team, index) => {
      const { directCount, joinedDirectCount, teamCount, ownPerformance, teamPerformance, smallAreaPerformance } = team;
      const figures = { directCount, joinedDirectCount, teamCount, ownPerformance, teamPerformance };
      return [users[index] ?? 0n, { ...figures, smallAreaPerformance }];
    }),
  );
}

const sorted = (figures: Map<bigint, Figures>) => [...figures].sort(([one], [other]) => (one < other ? -1 : 1));

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bind' as const), user: fc.nat(14), other: fc.nat(14) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      outcome: fc.constantFrom('minted' as const, 'minted' as const, 'failed' as const),
      orders: fc.array(fc.tuple(fc.nat(14), fc.bigInt({ min: 1n, max: 10n ** 24n })), { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('roll-up' as const),
      steps: fc.nat(3),
      workers: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

describe('team figures', () => {
  test('property: figures equal a recomputation for any order of bindings and settlements', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const users = await buildParticipants(db, { count: 15, available: 0n });
        const userAt = (n: number) => users[n] ?? 0n;
        for (const action of steps) {
          if (action.kind === 'bind') await bind(db, userAt(action.user), userAt(action.other));
          if (action.kind === 'settle') {
            const orders = action.orders.map(([n, amount]): BuiltOrder => ({ userId: userAt(n), amount }));
            await buildSettledRound(db, { outcome: action.outcome, orders });
          }
          if (action.kind === 'roll-up') {
            // Several workers concurrently take some steps and stop; the next worker continues.
            for (let n = 0; n < action.steps; n += 1) {
              await Promise.all(Array.from({ length: action.workers }, () => rollUpTeam(worker, { users: 3 })));
            }
          }
        }
        await runTeam(worker, { users: 3 });
        expect(sorted(await readFigures(db, users))).toEqual(sorted(await recompute(db, users)));
      }),
      { numRuns: 25 },
    );
  });

  test('broken twin: without the progress of the roll-up they differ', async () => {
    const users = await buildParticipants(db, { count: 3, available: 0n });
    const [top = 0n, direct = 0n, other = 0n] = users;
    await bind(db, direct, top);
    await bind(db, other, direct);
    const roundId = await buildSettledRound(db, { outcome: 'minted', orders: [{ userId: other, amount: 5n }] });
    await runTeam(worker);
    expect(sorted(await readFigures(db, users))).toEqual(sorted(await recompute(db, users)));
    await sql`delete from team_round where round_id = ${roundId}`.execute(db);
    await runTeam(worker);
    expect((await readTeam(db, top)).teamPerformance).toBe(10n);
    expect(sorted(await readFigures(db, users))).not.toEqual(sorted(await recompute(db, users)));
  });

  test('behavior: a failed step leaves no change', async () => {
    const [user = 0n] = await buildParticipants(db, { count: 1, available: 0n });
    await buildSettledRound(db, { outcome: 'minted', orders: [{ userId: user, amount: 5n }] });
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      db,
    );
    await sql`create trigger fail before insert on team_round for each row execute function fail()`.execute(db);
    await expect(rollUpTeam(worker)).rejects.toThrow('no');
    expect((await readTeam(db, user)).ownPerformance).toBe(0n);
    await sql`drop trigger fail on team_round`.execute(db);
    await runTeam(worker);
    expect((await readTeam(db, user)).ownPerformance).toBe(5n);
  });
});

describe('a chain of 10,000', () => {
  /** A connection that records its queries. */
  function recording(): { db: Database; events: LogEvent[] } {
    const events: LogEvent[] = [];
    const pool = createPool({ url: database.url });
    const dialect = new PostgresDialect({ pool });
    return { db: new Kysely<DB>({ dialect, log: (event) => void events.push(event) }), events };
  }

  /** Rows that the statements read, from indexes and tables. */
  async function countRows(events: readonly LogEvent[]): Promise<number> {
    let rows = 0;
    for (const { query } of events) {
      const explain = CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]);
      const { rows: plans } = await db.executeQuery<{ 'QUERY PLAN': unknown }>(explain);
      rows += sumScans(plans[0]?.['QUERY PLAN']);
    }
    return rows;
  }

  function sumScans(plan: unknown): number {
    if (Array.isArray(plan)) return plan.reduce<number>((sum, part) => sum + sumScans(part), 0);
    if (typeof plan !== 'object' || plan === null) return 0;
    const node = new Map(Object.entries(plan));
    const isScan = String(node.get('Node Type')).includes('Scan');
    const thrownAway = Number(node.get('Rows Removed by Filter') ?? 0);
    const loops = Number(node.get('Actual Loops') ?? 1);
    const own = isScan ? (Number(node.get('Actual Rows')) + thrownAway) * loops : 0;
    return own + sumScans(node.get('Plan')) + sumScans(node.get('Plans'));
  }

  test('default: rolled up in one step, and read from top to bottom with the same few rows', async () => {
    const users = await buildParticipants(db, { count: 10_000, available: 0n });
    await bindChain(db, users);
    await runTeam(worker);
    const [top = 0n, , middle = 0n, bottom = 0n] = [users[0], users[1], users[5_000], users[9_999]];
    await buildSettledRound(db, { outcome: 'minted', orders: [{ userId: bottom, amount: 7n }] });
    expect(await rollUpTeam(worker)).toBe(true);
    expect(await readTeam(db, top)).toMatchObject({ teamCount: 9_999, teamPerformance: 7n, smallAreaPerformance: 0n });
    expect(await readTeam(db, middle)).toMatchObject({ teamCount: 4_999, directCount: 1 });
    await sql`analyze team_member, team_bind, app_user, participant`.execute(db);
    for (const user of [top, middle, bottom]) {
      const { db: recorded, events } = recording();
      await readTeam(recorded, user);
      await listDirects(recorded, { inviterId: user, before: null, limit: 20 });
      await recorded.destroy();
      expect(events.length).toBeLessThanOrEqual(3);
      expect(await countRows(events)).toBeLessThanOrEqual(10);
    }
  });

  test('behavior: a head with referrals is refused below its own lowest, which can invite a newcomer', async () => {
    const users = await buildParticipants(db, { count: 10_000, available: 0n });
    await bindChain(db, users);
    const [newcomer = 0n] = await buildParticipants(db, { count: 1, available: 0n });
    expect(await bind(db, users[0] ?? 0n, users[9_999] ?? 0n)).toBe('below-yourself');
    expect(await bind(db, newcomer, users[9_999] ?? 0n)).toBeUndefined();
    await runTeam(worker);
    expect((await readTeam(db, users[0] ?? 0n)).teamCount).toBe(10_000);
  });
});

describe('member status', () => {
  const units = (amount: bigint) => tokenAmount(amount);
  const thresholds = {
    node: {
      personal: { joinedDirects: 1, teamPerformance: units(10n) },
      community: { joinedDirects: 2, teamPerformance: units(100n) },
      super: { joinedDirects: 3, teamPerformance: units(1_000n) },
    },
    level: { 1: units(5n), 2: units(50n), 3: units(500n), 4: units(5_000n), 5: units(50_000n) },
    reason: 'test',
  };

  async function historyOf(user: bigint): Promise<unknown[]> {
    const { rows } = await sql`select node_type, reward_level, performance_level, team_level from team_status_change
      where user_id = ${user} order by id`.execute(db);
    return rows;
  }

  const announce = (setting: typeof thresholds) => inTransaction(db, (tx) => setThresholds(tx, setting));

  /** Moves announced thresholds to today. */
  async function beginAnnounced(): Promise<void> {
    await sql`alter table team_setting disable trigger team_setting_is_final`.execute(db);
    await sql`update team_setting set from_day = least(from_day, utc_day(clock_timestamp()))`.execute(db);
    await sql`alter table team_setting enable trigger team_setting_is_final`.execute(db);
  }

  test('default: figures, new thresholds and grants decide, each change is recorded, weights follow', async () => {
    await announce(thresholds);
    await runTeam(worker);
    expect((await readTeamThresholds(db)).now.level[5]).toBe(5_000_000n * JU);
    await beginAnnounced();
    await runTeam(worker);
    const [top = 0n, left = 0n, right = 0n] = await buildParticipants(db, { count: 3, available: 0n });
    await bind(db, left, top);
    await bind(db, right, top);
    const orders = [
      { userId: left, amount: 70n },
      { userId: right, amount: 60n },
    ];
    await buildSettledRound(db, { outcome: 'minted', orders });
    await runTeam(worker);
    expect(await readTeam(db, top)).toMatchObject({ nodeType: 'community', teamLevel: 2, performanceLevel: 2 });
    await inTransaction(db, (tx) =>
      grantStatus(tx, { userId: top, nodeType: 'genesis', rewardLevel: 4, reason: 'founder' }),
    );
    await runTeam(worker);
    expect(await readTeam(db, top)).toMatchObject({
      nodeType: 'genesis',
      teamLevel: 4,
      performanceLevel: 2,
      rewardLevel: 4,
    });
    // Higher thresholds lower computed statuses, but never granted ones.
    const harder = { ...thresholds.level, 2: units(80n), 3: units(500n) };
    await announce({ ...thresholds, level: harder });
    await runTeam(worker);
    expect(await readTeam(db, top)).toMatchObject({ performanceLevel: 2 });
    await beginAnnounced();
    await runTeam(worker);
    expect(await readTeam(db, top)).toMatchObject({ nodeType: 'genesis', teamLevel: 4, performanceLevel: 1 });
    expect(await historyOf(top)).toEqual([
      { node_type: 2, reward_level: 0, performance_level: 2, team_level: 2 },
      { node_type: 4, reward_level: 4, performance_level: 2, team_level: 4 },
      { node_type: 4, reward_level: 4, performance_level: 1, team_level: 4 },
    ]);
    await buildSettledRound(db, { outcome: 'minted', orders: [{ userId: left, amount: 7n }] });
    await runTeam(worker);
    const weightIn = async (pool: 'nodes' | 'levels') => {
      const weights = await readWeights(db, { pool, day: utcDay(Date.now()) });
      return weights?.find(({ userId }) => userId === top)?.weight;
    };
    expect(await weightIn('nodes')).toBe(30n * 7n);
    expect(await weightIn('levels')).toBe(5n * 7n);
  });

  test('behavior: weights are those at the end of the requested day, not the current ones', async () => {
    const users = await buildParticipants(db, { count: 4, available: 0n });
    const [rising = 0n, falling = 0n, gone = 0n, steady = 0n] = users;
    const today = utcDay(Date.now());
    const grant = (userId: bigint, rewardLevel: 0 | 1 | 3 | 5) =>
      inTransaction(db, (tx) => grantStatus(tx, { userId, nodeType: null, rewardLevel, reason: 'r' }));
    const moveChanges = (days: number) =>
      sql`
        update team_status_change set changed_at = changed_at - ${days} * interval '24 hours'
        where user_id = any(${users}::bigint[])`.execute(db);
    await sql`insert into team_attribution (user_id, day, levels)
      select u, ${today - 6}, 2 from unnest(${users}::bigint[]) u`.execute(db);
    await grant(rising, 1);
    await grant(falling, 5);
    await grant(gone, 3);
    await grant(steady, 3);
    await runTeam(worker);
    await moveChanges(3);
    await grant(rising, 5);
    await grant(falling, 1);
    await grant(gone, 0);
    await runTeam(worker);
    await moveChanges(1);
    const at = async (day: number, chunkSize: number) => {
      const weights = await readWeights(db, { pool: 'levels', day, chunkSize });
      return weights?.filter(({ userId }) => userId >= rising).map(({ userId, weight }) => [userId, weight]);
    };
    const before = [
      [rising, 2n],
      [falling, 16n],
      [gone, 6n],
      [steady, 6n],
    ];
    const after = [
      [rising, 16n],
      [falling, 2n],
      [steady, 6n],
    ];
    for (const limit of [1, 3, 100]) {
      expect(await at(today - 5, limit)).toEqual([]);
      expect(await at(today - 4, limit)).toEqual(before);
      expect(await at(today - 2, limit)).toEqual(before);
      expect(await at(today - 1, limit)).toEqual(after);
    }
    // Twin: without the times of the changes each day returns the current weights.
    await moveChanges(1_000);
    expect(await at(today - 4, 100)).not.toEqual(before);
  });

  test('behavior: grants to a user without a team and withdraws the grant', async () => {
    const [user = 0n] = await buildParticipants(db, { count: 1, available: 0n });
    const grant = async (nodeType: 'super' | 'none') => {
      await inTransaction(db, (tx) => grantStatus(tx, { userId: user, nodeType, rewardLevel: null, reason: 'r' }));
      await runTeam(worker);
      return (await readTeam(db, user)).nodeType;
    };
    expect(await grant('super')).toBe('super');
    expect(await grant('none')).toBe('none');
  });

  test('behavior: thresholds apply from a UTC day seven whole days ahead, whatever operators store', async () => {
    await announce(thresholds);
    const { now, announced } = await readTeamThresholds(db);
    expect(announced).toMatchObject([{ fromDay: utcDay(Date.now()) + 8, level: thresholds.level }]);
    const operator = createDatabase({ ...asRole(database.url, 'city_mint_operator'), maxConnections: 1 });
    onTestFinished(() => operator.destroy());
    const store = (day: string) =>
      sql`
      insert into team_setting (from_day, node_thresholds, level_thresholds, reason)
      select ${sql.raw(day)}, node_thresholds, level_thresholds, 'r' from team_setting limit 1`.execute(operator);
    await expect(store('utc_day(now()) + 6')).rejects.toThrow('seven days ahead');
    await expect(store('utc_day(now()) + 7')).rejects.toThrow('seven days ahead');
    await expect(sql`update team_setting set from_day = 0`.execute(db)).rejects.toThrow();
    expect(await readTeamThresholds(db)).toEqual({ now, announced });
  });

  test('behavior: thresholds that fall are refused', async () => {
    const falling = { ...thresholds, level: { ...thresholds.level, 3: units(1n) } };
    await expect(inTransaction(db, (tx) => setThresholds(tx, falling))).rejects.toThrow(RangeError);
  });
});

describe('with the engine', () => {
  test('default: joins, settlements and rewards reach the figures, also for a user without an inviter', async () => {
    await buildFunds(db, { reserve: 0n, emission: 10n ** 24n });
    const [inviter = 0n, invited = 0n] = await buildParticipants(db, { count: 2, available: 10_000n });
    // The user signed in and never bound an inviter: no row in participant.
    await sql`delete from participant where user_id = ${inviter}`.execute(db);
    const pool = createPool({ url: database.url });
    const joinRound = createJoins({ pool, db });
    const play = async (city: string, userId: bigint) => {
      const terms = { mintFeeBps: 1_000, referralBps: 3_000 };
      const round = await openRound(db, buildPlan({ city, firstQuota: tokenAmount(1_000n), rounds: 1, terms }));
      const amount = tokenAmount(1_000n);
      const joined = await joinRound({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
      expect(joined).toMatchObject({ order: { accepted: 1_000n } });
      await runRounds(db);
      await runTeam(worker);
      return round.roundId;
    };
    await play('Paris', inviter);
    expect(await bind(db, invited, inviter)).toBeUndefined();
    await play('Rome', invited);
    // 10 % fee of 1,000, 30 % of it to the inviter, an order of whom was settled before.
    expect(await readTeam(db, inviter)).toMatchObject({
      ownPerformance: 1_000n,
      teamPerformance: 1_000n,
      directCount: 1,
      joinedDirectCount: 1,
      rewards: 30n,
    });
    const items = await listDirects(db, { inviterId: inviter, before: null, limit: 10 });
    expect(items).toMatchObject([{ userId: invited, ownPerformance: 1_000n, earnedForInviter: 30n }]);
    await pool.end();
  });
});
