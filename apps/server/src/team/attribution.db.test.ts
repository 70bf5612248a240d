import { utcDay } from '@city-mint/domain/miner/mining-day';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { ATTRIBUTION_DAYS, attributeOrders, type RankedMember } from '@city-mint/domain/team/attribution';
import { NODE_TYPES } from '@city-mint/domain/team/node-type';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { readWeights } from '@city-mint/tests/builders/pools';
import { type BuiltOrder, bind, bindChain, buildSettledRound } from '@city-mint/tests/builders/teams';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { grantStatus } from './commands/member-status.ts';
import { rollUpTeam } from './commands/roll-up-team.ts';
import { runTeam } from './jobs.ts';
import { levelOf, nodeTypeOf } from './store/status-codes.ts';

let database: TestDatabase;
/** The owner's connections, and the worker's. */
let db: Database;
let worker: Database;
const today = utcDay(Date.now());
beforeAll(async () => {
  database = await createTestDatabase();
  db = databaseOver(createPool({ url: database.url }));
  worker = databaseOver(createPool({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 4 }));
});
afterAll(async () => {
  await Promise.all([db.destroy(), worker.destroy()]);
  await database.drop();
});

type Attributed = { readonly user: bigint; readonly nodes: bigint; readonly levels: bigint };

async function readAttributed(users: readonly bigint[]): Promise<Attributed[]> {
  const { rows } = await sql<Attributed>`
    select user_id as user, sum(nodes) as nodes, sum(levels) as levels from team_attribution
    where user_id = any(${users}::bigint[]) group by user_id order by user_id`.execute(db);
  return rows;
}

/** The tree and the ranks from the current rows. */
async function readTree(users: readonly bigint[]): Promise<Map<bigint, RankedMember<bigint>>> {
  const { rows } = await sql<{ id: bigint; inviter: bigint | null; node_type: number; team_level: number }>`
    select p.user_id as id, p.inviter_id as inviter, coalesce(node_type, 0) as node_type,
      coalesce(team_level, 0) as team_level
    from participant p left join team_member using (user_id) where p.user_id = any(${users}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, inviter, node_type, team_level }) => [
      id,
      { id, inviterId: inviter, nodeType: nodeTypeOf(node_type), teamLevel: levelOf(team_level) },
    ]),
  );
}

const userIndex = fc.nat(11);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bind' as const), user: userIndex, other: userIndex }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      user: userIndex,
      nodeType: fc.constantFrom(...NODE_TYPES),
      rewardLevel: fc.constantFrom(0 as const, 1 as const, 5 as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      outcome: fc.constantFrom('minted' as const, 'minted' as const, 'failed' as const),
      orders: fc.array(fc.tuple(userIndex, fc.bigInt({ min: 1n, max: 10n ** 24n })), { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('roll-up' as const), steps: fc.integer({ min: 1, max: 4 }) }) },
);

/** Adds to `expected` the amounts that the domain attributes by the current tree and ranks. */
async function expectOrders(
  users: readonly bigint[],
  orders: readonly BuiltOrder[],
  expected: Map<bigint, { nodes: bigint; levels: bigint }>,
): Promise<void> {
  const tree = await readTree(users);
  const placed = orders.map(({ userId, amount }) => ({
    inviterId: tree.get(userId)?.inviterId ?? null,
    amount: tokenAmount(amount),
  }));
  for (const pool of ['nodes', 'levels'] as const) {
    for (const [user, amount] of attributeOrders(pool, tree, placed)) {
      const before = expected.get(user) ?? { nodes: 0n, levels: 0n };
      expected.set(user, { ...before, [pool]: before[pool] + amount });
    }
  }
}

test('property: whenever it is rolled up, an order counts by the tree and ranks of its settlement', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      const users = await buildParticipants(db, { count: 12, available: 0n });
      const userAt = (n: number) => users[n] ?? 0n;
      const expected = new Map<bigint, { nodes: bigint; levels: bigint }>();
      for (const action of steps) {
        if (action.kind === 'bind') await bind(db, userAt(action.user), userAt(action.other));
        if (action.kind === 'grant') {
          const { nodeType, rewardLevel } = action;
          const grant = { userId: userAt(action.user), nodeType, rewardLevel, reason: 'r' };
          await inTransaction(db, (tx) => grantStatus(tx, grant));
        }
        if (action.kind === 'settle') {
          const orders = action.orders.map(([n, amount]): BuiltOrder => ({ userId: userAt(n), amount }));
          if (action.outcome === 'minted') await expectOrders(users, orders, expected);
          await buildSettledRound(db, { outcome: action.outcome, orders });
        }
        if (action.kind === 'roll-up') {
          for (let n = 0; n < action.steps; n += 1) {
            await Promise.all([rollUpTeam(worker, { users: 3 }), rollUpTeam(worker, { users: 2 })]);
          }
        }
      }
      await runTeam(worker, { users: 3 });
      const sorted = [...expected].sort(([one], [other]) => (one < other ? -1 : 1));
      expect(await readAttributed(users)).toEqual(sorted.map(([user, amounts]) => ({ user, ...amounts })));
    }),
    { numRuns: 30 },
  );
});

test('behavior: a binding or grant after a settlement does not count for it, even if rolled up before', async () => {
  const [top = 0n, middle = 0n, bottom = 0n] = await buildParticipants(db, { count: 3, available: 0n });
  const grant = (userId: bigint) =>
    inTransaction(db, (tx) => grantStatus(tx, { userId, nodeType: 'super', rewardLevel: 3, reason: 'r' }));
  await bind(db, bottom, middle);
  await grant(top);
  await runTeam(worker);
  const settle = (amount: bigint) => buildSettledRound(db, { outcome: 'minted', orders: [{ userId: bottom, amount }] });
  await settle(1n);
  await bind(db, middle, top);
  await settle(10n);
  await grant(middle);
  await runTeam(worker);
  await settle(100n);
  await runTeam(worker);
  expect(await readAttributed([top, middle, bottom])).toEqual([
    { user: top, nodes: 10n, levels: 10n },
    { user: middle, nodes: 100n, levels: 100n },
  ]);
});

test('behavior: a day’s weights wait for the orders settled by its end, and count those of 30 days', async () => {
  const [top = 0n, below = 0n] = await buildParticipants(db, { count: 2, available: 0n });
  await bind(db, below, top);
  await inTransaction(db, (tx) =>
    grantStatus(tx, { userId: top, nodeType: 'community', rewardLevel: null, reason: 'r' }),
  );
  await runTeam(worker);
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
  await sql`update team_status_change set changed_at = ${daysAgo(100)} where user_id = ${top}`.execute(db);
  await sql`update team_bind set bound_at = ${daysAgo(100)} where user_id = ${below}`.execute(db);
  const weightOn = async (day: number) => {
    const weights = await readWeights(db, { pool: 'nodes', day });
    return weights?.filter(({ userId }) => userId >= top).map(({ weight }) => weight);
  };
  const settle = (days: number, amount: bigint) =>
    buildSettledRound(db, { outcome: 'minted', orders: [{ userId: below, amount }], settledAt: daysAgo(days) });
  await settle(ATTRIBUTION_DAYS, 1_000n);
  await settle(ATTRIBUTION_DAYS - 1, 100n);
  await settle(0, 7n);
  expect(await weightOn(today - 1)).toBeUndefined();
  await runTeam(worker);
  expect(await weightOn(today - ATTRIBUTION_DAYS - 1)).toEqual([]);
  expect(await weightOn(today - 1)).toEqual([3n * 1_100n]);
  expect(await weightOn(today)).toEqual([3n * 107n]);
  await settle(0, 1n);
  // An order of today does not delay yesterday's weights.
  expect(await weightOn(today - 1)).toEqual([3n * 1_100n]);
  expect(await weightOn(today)).toBeUndefined();
});

test('attack: a chain of 40 wallets of one person counts as one wallet', async () => {
  const users = await buildParticipants(db, { count: 43, available: 0n });
  const chain = users.slice(0, 41);
  const [honest = 0n, friend = 0n] = users.slice(41);
  await bindChain(db, chain);
  await bind(db, friend, honest);
  for (const userId of [...chain.slice(0, 40), honest]) {
    await inTransaction(db, (tx) => grantStatus(tx, { userId, nodeType: 'personal', rewardLevel: 1, reason: 'r' }));
  }
  await runTeam(worker);
  const orders = [chain[40] ?? 0n, friend].map((userId) => ({ userId, amount: 1_000n }));
  await buildSettledRound(db, { outcome: 'minted', orders });
  await runTeam(worker);
  const weights = await readWeights(db, { pool: 'nodes', day: today });
  expect(weights?.filter(({ userId }) => userId >= (users[0] ?? 0n))).toEqual([
    { userId: chain[39], weight: 1_000n },
    { userId: honest, weight: 1_000n },
  ]);
});
