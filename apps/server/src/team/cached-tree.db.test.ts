import { buildParticipants } from '@city-mint/tests/builders/participants';
import { type BuiltOrder, bind, buildSettledRound } from '@city-mint/tests/builders/teams';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import fc from 'fast-check';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import type { DB } from '#platform/database/generated/db.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { grantStatus } from './commands/member-status.ts';
import { type CachedTree, createTreeCache, type TreeCache } from './commands/roll-up/tree-cache.ts';
import { rollUpTeam } from './commands/roll-up-team.ts';
import { runTeam } from './jobs.ts';

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

/** A worker's fault: the statement with this number in its next step fails, or the reply to its commit. */
type Fault = { statement: number | undefined; commitReply: boolean };

/** A worker's connection whose statements fail as `fault` says: the server then rolls back, or has committed. */
function faultyWorker(): { db: Database; fault: Fault; statements: () => number } {
  const fault: Fault = { statement: undefined, commitReply: false };
  const pool = createPool({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  let count = 0;
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'query') {
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (text: string, parameters: unknown[]) => {
          if (text === 'rollback') return target.query(text, parameters);
          if (text === 'begin') count = 0;
          count += 1;
          if (count === fault.statement) throw new Error('the connection is lost');
          const result = await target.query(text, parameters);
          if (text === 'commit' && fault.commitReply) throw new Error('the reply to the commit is lost');
          return result;
        };
      },
    });
  };
  const lossy = { connect, end: () => pool.end(), options: pool.options };
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: lossy }) }), fault, statements: () => count };
}

type Row = Record<string, bigint | number | boolean | null>;

/** The members and the attributed amounts of these users, from the rows. */
async function readRows(users: readonly bigint[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.*, coalesce(a.nodes, 0) as nodes, coalesce(a.levels, 0) as levels
    from team_member m
    left join (select user_id, sum(nodes) as nodes, sum(levels) as levels from team_attribution group by 1) a
      using (user_id)
    where user_id = any(${users}::bigint[]) order by user_id`.execute(db);
  return rows;
}

/** The same, computed without a cache: bindings, grants and orders of the users are rolled up from the beginning. */
async function recompute(users: readonly bigint[]): Promise<Row[]> {
  const list = `{${users.join(',')}}`;
  await sql`delete from team_member where user_id = any(${list}::bigint[])`.execute(db);
  await sql`delete from team_attribution where user_id = any(${list}::bigint[])`.execute(db);
  await sql`delete from team_status_change where user_id = any(${list}::bigint[])`.execute(db);
  await sql`delete from team_round where round_id in (
    select round_id from order_settlement where user_id = any(${list}::bigint[]))`.execute(db);
  await sql`insert into team_bind_due (bind_id)
    select id from team_bind where user_id = any(${list}::bigint[])`.execute(db);
  await sql`update team_grant set applied = false where user_id = any(${list}::bigint[])`.execute(db);
  await sql`update team_progress set rounds_below = 0`.execute(db);
  await runTeam(worker);
  return readRows(users);
}

/** Only the figures: the recomputation reaches ranks at other times, and these times decide the attributed amounts. */
const figures = (rows: readonly Row[]) =>
  rows.map(({ node_type, performance_level, team_level, nodes, levels, ...row }) => row);

const user = fc.nat(11);
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('bind' as const), user, other: user }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      outcome: fc.constantFrom('minted' as const, 'minted' as const, 'failed' as const),
      orders: fc.array(fc.tuple(user, fc.bigInt({ min: 1n, max: 10n ** 24n })), { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('grant' as const), user }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      worker: fc.nat(1),
      fails: fc.option(fc.integer({ min: 2, max: 16 }), { nil: undefined }),
      losesReply: fc.boolean(),
    }),
  },
);
type Actions = fc.Arbitrary<(typeof action extends fc.Arbitrary<infer One> ? One : never)[]>;

/** Plays actions with two workers that cache the tree, and whose statements and commits fail; returns the users. */
async function play(actions: Actions extends fc.Arbitrary<infer List> ? List : never, caches: readonly TreeCache[]) {
  const users = await buildParticipants(db, { count: 12, available: 0n });
  const userAt = (n: number) => users[n] ?? 0n;
  const workers = caches.map((cache) => ({ cache, ...faultyWorker() }));
  const step = async (n: number, fault: Partial<Fault>) => {
    const chosen = workers[n];
    if (chosen === undefined) throw new Error(`there is no worker ${n}`);
    Object.assign(chosen.fault, { statement: undefined, commitReply: false }, fault);
    return rollUpTeam(chosen.db, { users: 3, cache: chosen.cache });
  };
  for (const next of actions) {
    if (next.kind === 'bind') await bind(db, userAt(next.user), userAt(next.other));
    if (next.kind === 'grant') {
      const grant = { userId: userAt(next.user), nodeType: 'personal' as const, rewardLevel: 2 as const, reason: 'r' };
      await inTransaction(db, (tx) => grantStatus(tx, grant));
    }
    if (next.kind === 'settle') {
      const orders = next.orders.map(([n, amount]): BuiltOrder => ({ userId: userAt(n), amount, reward: amount / 9n }));
      await buildSettledRound(db, { outcome: next.outcome, orders });
    }
    if (next.kind === 'step') {
      await step(next.worker, { statement: next.fails, commitReply: next.losesReply }).catch(
        () => 'it failed, as it should',
      );
    }
  }
  // The workers alternate until neither finds work: each leaves due work to the other once.
  for (let idle = 0, n = 0; idle < 4; n = 1 - n) idle = (await step(n, {})) ? 0 : idle + 1;
  await Promise.all(workers.map((each) => each.db.destroy()));
  return users;
}

test('property: two workers with a cached tree and random faults write the same as one without a cache', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 24 }), async (actions) => {
      const users = await play(actions, [createTreeCache(), createTreeCache()]);
      const written = await readRows(users);
      expect(figures(written)).toEqual(figures(await recompute(users)));
    }),
    { numRuns: 12 },
  );
});

/** Two users below a third, rolled up by a worker that caches the tree; an order of each is settled. */
async function buildTeam(cache: TreeCache) {
  const users = await buildParticipants(db, { count: 3, available: 0n });
  const [top = 0n, one = 0n, other = 0n] = users;
  await bind(db, one, top);
  await bind(db, other, one);
  await runTeam(worker, { cache });
  await runTeam(worker, { cache });
  const settle = (amount: bigint) => buildSettledRound(db, { outcome: 'minted', orders: [{ userId: other, amount }] });
  return { users, top, settle };
}

async function isExact(users: readonly bigint[]): Promise<boolean> {
  const written = figures(await readRows(users));
  const right = figures(await recompute(users));
  return JSON.stringify(written, asText) === JSON.stringify(right, asText);
}
const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

/** Another worker takes a step between two steps of a worker that caches the tree. */
async function interleave(cache: TreeCache): Promise<boolean> {
  const { users, settle } = await buildTeam(cache);
  await settle(5n);
  await runTeam(worker);
  await settle(7n);
  await runTeam(worker, { cache });
  await runTeam(worker, { cache });
  return isExact(users);
}

/** Each statement of a step fails once, and then the commit; after that the step succeeds. */
async function failEverywhere(cache: TreeCache): Promise<boolean> {
  const { users, settle } = await buildTeam(cache);
  const faulty = faultyWorker();
  await settle(7n);
  for (let statement = 2; ; statement += 1) {
    faulty.fault.statement = statement;
    const failed = await rollUpTeam(faulty.db, { cache }).then(
      () => false,
      () => true,
    );
    if (!failed) break;
    expect(statement).toBeLessThan(40);
  }
  // The faults reached beyond the lock and the search for work: the tree was changed in memory and rolled back.
  expect(faulty.statements()).toBeGreaterThan(12);
  await faulty.db.destroy();
  await runTeam(worker, { cache });
  await settle(11n);
  await runTeam(worker, { cache });
  await runTeam(worker, { cache });
  return isExact(users);
}

test('behavior: survives a step of another worker in between, and a failure at each statement', async () => {
  expect(await interleave(createTreeCache())).toBe(true);
  expect(await failEverywhere(createTreeCache())).toBe(true);
});

/** A cache that always considers its tree current, and keeps it while a step changes it. */
function brokenCache({ checksVersion, givesAway }: { checksVersion: boolean; givesAway: boolean }): TreeCache {
  let cached: CachedTree | undefined;
  return {
    take(version) {
      const found = cached !== undefined && (!checksVersion || cached.version === version) ? cached.tree : undefined;
      if (givesAway) cached = undefined;
      return found;
    },
    put(committed) {
      cached = committed;
    },
    leavesToOther: () => false,
  };
}

test('broken twin: without the version another worker’s step is lost', async () => {
  expect(await interleave(brokenCache({ checksVersion: true, givesAway: true }))).toBe(true);
  expect(await interleave(brokenCache({ checksVersion: false, givesAway: true }))).toBe(false);
});

test('broken twin: a tree that stays cached while a step changes it is ahead of the committed one', async () => {
  expect(await failEverywhere(brokenCache({ checksVersion: true, givesAway: true }))).toBe(true);
  expect(await failEverywhere(brokenCache({ checksVersion: true, givesAway: false }))).toBe(false);
});

test('behavior: the tree is read once for many steps, and by another worker only after the first stopped', async () => {
  const [one, two] = [createTreeCache(), createTreeCache()];
  const { settle } = await buildTeam(one);
  const reads = async (cache: TreeCache) => {
    let count = 0;
    const pool = createPool(asRole(database.url, 'city_mint_worker'));
    const dialect = new PostgresDialect({ pool });
    const log = (event: { query: { sql: string } }) => {
      if (event.query.sql.includes('from team_member')) count += 1;
    };
    const watched = new Kysely<DB>({ dialect, log });
    const stepCount = await runTeam(watched, { cache });
    await watched.destroy();
    return { steps: stepCount, reads: count };
  };
  await settle(1n);
  // Work is due, and the first worker wrote last: the second one leaves it the work, once.
  expect(await reads(two)).toEqual({ steps: 0, reads: 0 });
  expect(await reads(one)).toEqual({ steps: 1, reads: 0 });
  await settle(2n);
  expect(await reads(two)).toEqual({ steps: 0, reads: 0 });
  expect(await reads(two)).toEqual({ steps: 1, reads: 1 });
  await settle(3n);
  expect(await reads(two)).toEqual({ steps: 1, reads: 0 });
});
