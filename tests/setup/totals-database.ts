import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { cacheTotals } from '@city-mint/server/rounds/earnings/commands';
import { readRoundSpans } from '@city-mint/server/rounds/earnings/queries/earned-spans';
import { readEarningTotals } from '@city-mint/server/rounds/earnings/queries/earning-totals';
import { findWrongTotals } from '@city-mint/server/rounds/earnings/queries/wrong-totals';
import { readPendingHashPower } from '@city-mint/server/rounds/hash-power/queries';
import { runRounds } from '@city-mint/server/rounds/jobs';
import { readOrderTotals } from '@city-mint/server/rounds/orders/queries/order-totals';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { createJoins } from '../builders/joins.ts';
import { buildFunds } from '../builders/participants.ts';
import { buildPlan, JU, type OpenRound, openRound } from '../builders/rounds.ts';
import { asRole } from './as-role.ts';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';

/** Every table that caches totals. */
export const CACHED = [
  'cached_checkpoint',
  'cached_earning',
  'cached_order',
  'uncached_order',
  'uncached_stage',
] as const;

/**
 * Creates a database for the tests of a file of cached totals, and drops it after them. `owner` may write everything,
 * `api` has the api's rights; `expectSame` fails where cached totals differ from uncached ones.
 */
export function totalsDatabase() {
  let database: TestDatabase;
  let pool: pg.Pool;
  let owner: Database;
  let api: Database;
  let joinRound: ReturnType<typeof createJoins>;
  let cities = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool({ url: database.url, maxConnections: 4 });
    owner = databaseOver(pool);
    api = databaseOver(createPool({ ...asRole(database.url, 'city_mint_api'), maxConnections: 2 }));
    joinRound = createJoins({ pool, db: owner });
    await buildFunds(owner, { reserve: 1_000n * JU, emission: 1_000_000n * JU });
    await sql`update reserve_setting set cap = 0`.execute(owner);
  });
  afterAll(async () => {
    await Promise.all([owner.destroy(), api.destroy()]);
    await database.drop();
  });

  const open = (stageDelaysMs: [number, number, number] = [0, 1, 2]) => {
    cities += 1;
    const terms = { stageDelaysMs };
    return openRound(
      owner,
      buildPlan({ city: `City ${cities}`, firstQuota: tokenAmount(100n * JU), rounds: 1, terms }),
    );
  };
  const join = async (round: OpenRound, userId: bigint, units: bigint) => {
    const amount = tokenAmount(units * JU);
    const answer = await joinRound({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
    expect(answer).toHaveProperty('order');
  };
  const readAnew = (userId: bigint, now = Date.now()) => readUncached(owner, userId, now);
  const read = (userId: bigint, now = Date.now()) => readTotals(api, userId, now);
  /** As if a round of which nothing is cached yet had been settled and paid so long ago. */
  const makeOlder = async ({ roundId }: OpenRound, by: string) => {
    await sql`update round_settlement set settled_at = settled_at - ${by}::interval
      where round_id = ${roundId}`.execute(owner);
    await sql`update round_stage set paid_at = paid_at - ${by}::interval where round_id = ${roundId}`.execute(owner);
  };
  /** Settles all due rounds and pays all stages. */
  const runToTheEnd = async () => {
    await runRounds(owner);
    const unpaid = await owner.selectFrom('round').select('id').where('state', '=', 'minted').execute();
    if (unpaid.length > 0) await runToTheEnd();
  };
  const expectSame = async (userId: bigint) => {
    const now = Date.now();
    const anew = await readAnew(userId, now);
    expect(await read(userId, now)).toEqual(anew);
    await Promise.all([cacheTotals(api, userId), cacheTotals(api, userId)]);
    expect(await read(userId, now)).toEqual(anew);
    await cacheTotals(api, userId);
    expect(await read(userId, now)).toEqual(anew);
    expect(await findWrongTotals(owner)).toEqual([]);
  };
  return {
    get owner() {
      return owner;
    },
    get api() {
      return api;
    },
    ...{ open, join, read, readAnew, makeOlder, runToTheEnd, expectSame },
  };
}

/** Expects that one base unit more in any of these columns of a user's cached rows is found, and nothing before. */
export async function expectFound(
  owner: Database,
  userId: bigint,
  columns: readonly (readonly [(typeof CACHED)[number], string])[],
): Promise<void> {
  for (const [table, column] of columns) {
    expect(await findWrongTotals(owner)).toEqual([]);
    const change = (by: number) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
        where user_id = ${userId}`.execute(owner);
    await change(1);
    expect(await findWrongTotals(owner)).toEqual([userId]);
    await change(-1);
  }
  expect(await findWrongTotals(owner)).toEqual([]);
}

/** Returns the totals of a user without any cached ones. */
async function readUncached(owner: Database, userId: bigint, now: number): Promise<Totals | undefined> {
  let totals: Totals | undefined;
  const undone = owner.transaction().execute(async (tx) => {
    for (const table of CACHED) {
      await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
    }
    totals = await readTotals(tx, userId, now);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  return totals;
}

type Totals = Awaited<ReturnType<typeof readTotals>>;

/** All that is read of a user's totals. */
async function readTotals(db: Database, userId: bigint, now: number) {
  const { byKind, stages } = await readEarningTotals(db, userId);
  const { toCache: _read, ...orders } = await readOrderTotals(db, userId);
  const pending = await readPendingHashPower(db, userId);
  const spans = await Promise.all(boundsOf(now).map((bounds) => readRoundSpans(db, { userId, bounds })));
  const keyOf = ({ span, kind, stage }: (typeof spans)[number]['sums'][number]) => `${span} ${kind} ${stage}`;
  const sums = spans.map((one) => one.sums.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))));
  return { byKind, stages, orders, pending, sums };
}

/** Bounds within hours, at the beginning of hours, and of days. */
function boundsOf(now: number): number[][] {
  const [hour, day] = [now - (now % 3_600_000), now - (now % DAY_MS)];
  return [
    [now - 9 * DAY_MS, hour - 7_000_000, hour - 1, hour + 1, now - 1_000, now + 60_000],
    [hour - 48 * 3_600_000, hour - 3_600_000, hour, hour + 3_600_000],
    [day - 3 * DAY_MS, day - DAY_MS, day, day + DAY_MS],
  ];
}
