import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { createJoinRound } from '../join/commands.ts';
import { cacheClosedEarnings } from './commands.ts';
import { readRoundSpans } from './queries/earned-spans.ts';
import { readEarningTotals } from './queries/earning-totals.ts';

describe('cached earnings', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let owner: Database;
  let api: Database;
  let joinRound: ReturnType<typeof createJoinRound>;
  let cities = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool({ url: database.url, maxConnections: 4 });
    owner = databaseOver(pool);
    api = databaseOver(createPool({ ...asRole(database.url, 'city_mint_api'), maxConnections: 2 }));
    joinRound = createJoinRound({ pool, db: owner });
    await buildFunds(owner, { reserve: 1_000n * JU, emission: 1_000_000n * JU });
    await sql`update reserve_setting set cap = 0`.execute(owner);
  });
  afterAll(async () => {
    await Promise.all([owner.destroy(), api.destroy()]);
    await database.drop();
  });

  const open = () => {
    cities += 1;
    const terms = { stageDelaysMs: [0, 1, 2] as [number, number, number] };
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
  /** Returns the totals computed without the cache. */
  const readUncached = async (userId: bigint) => {
    await sql`alter table closed_earning rename to hidden_earning`.execute(owner);
    await sql`alter table closed_earning_checkpoint rename to hidden_checkpoint`.execute(owner);
    await sql`create table closed_earning as select * from hidden_earning where false`.execute(owner);
    await sql`create table closed_earning_checkpoint as select * from hidden_checkpoint where false`.execute(owner);
    const totals = await readWith(owner, userId);
    await sql`drop table closed_earning, closed_earning_checkpoint`.execute(owner);
    await sql`alter table hidden_earning rename to closed_earning`.execute(owner);
    await sql`alter table hidden_checkpoint rename to closed_earning_checkpoint`.execute(owner);
    return totals;
  };
  const read = (userId: bigint) => readWith(api, userId);
  const readWith = async (db: Database, userId: bigint) => {
    const { byKind, stages } = await readEarningTotals(db, userId);
    const now = Date.now();
    const { sums } = await readRoundSpans(db, { userId, bounds: [now - 86_400_000, now - 60_000, now + 60_000] });
    const keyOf = ({ kind, stage }: (typeof sums)[number]) => `${kind} ${stage}`;
    return { byKind, stages, sums: sums.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))) };
  };

  test('default: the cache changes no total, whenever it is written, and its orders are not read again', async () => {
    const [userId = 0n, other = 0n] = await buildParticipants(owner, { count: 2, available: 10_000n * JU });
    const rounds = [await open(), await open(), await open()] as const;
    for (const units of [10n, 20n, 30n]) for (const round of rounds) await join(round, userId, units);
    const check = async () => {
      const uncached = await readUncached(userId);
      expect(await read(userId)).toEqual(uncached);
      await Promise.all([cacheClosedEarnings(api, userId), cacheClosedEarnings(api, userId)]);
      expect(await read(userId)).toEqual(uncached);
      await cacheClosedEarnings(api, userId);
      expect(await read(userId)).toEqual(uncached);
    };
    await check();
    await join(rounds[1], other, 40n);
    await runRounds(owner);
    await check();
    expect((await readEarningTotals(api, userId)).ordersRead).toBe(0);
    await closeWindow(owner, rounds[0].roundId);
    await runRounds(owner);
    await check();
    await join(rounds[2], userId, 40n);
    await runRounds(owner);
    await check();
    const { rows } = await sql`select 1 from closed_earning where user_id = ${userId}`.execute(owner);
    expect(rows).toHaveLength(3);
    const { byKind, sums } = await read(userId);
    expect(byKind.settle.total).toBeGreaterThan(0n);
    // One round failed and two were minted: what they cost is what the user has less than before.
    const { rows: orders } = await sql<{ cost: bigint }>`
      select sum(amount - coalesce(principal, refund) - coalesce(compensation, 0)) as cost
      from order_settlement where user_id = ${userId}`.execute(owner);
    expect(sums.filter(({ kind }) => kind === 'cost').map(({ amount }) => amount)).toEqual([orders[0]?.cost]);
  });

  /**
   * Caches while an order of an open round, older than one that is settled, is not committed yet. Returns what is then
   * missing from the totals.
   */
  async function missingOfLateOrder(): Promise<bigint> {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10_000n * JU });
    const [slow, quick] = [await open(), await open()];
    const { rows } = await sql<{ id: bigint }>`select nextval('mint_order_id_seq') as id`.execute(owner);
    const late = rows[0]?.id ?? 0n;
    await join(quick, userId, 100n);
    await runRounds(owner);
    await cacheClosedEarnings(api, userId);
    // As if its transaction, which drew the id first, committed only now.
    await sql`select setval('mint_order_id_seq', ${late}, false)`.execute(owner);
    await join(slow, userId, 100n);
    await sql`select setval('mint_order_id_seq', (select max(id) from mint_order))`.execute(owner);
    await runRounds(owner);
    await cacheClosedEarnings(api, userId);
    const total = async (readTotals: typeof read) => (await readTotals(userId)).byKind.settle.total;
    return (await total(readUncached)) - (await total(read));
  }

  test('behavior: an order that commits late is not missed', async () => {
    expect(await missingOfLateOrder()).toBe(0n);
  });

  test('broken twin: a checkpoint that ignores open rounds misses it', async () => {
    const { rows } = await sql<{
      source: string;
    }>`select pg_get_functiondef('cache_closed_earnings'::regproc) as source`.execute(owner);
    const source = rows[0]?.source ?? '';
    const broken = source.replace('min(first_order_id) - 1', 'max(9223372036854775807)');
    expect(broken).not.toBe(source);
    await sql.raw(broken).execute(owner);
    expect(await missingOfLateOrder()).toBeGreaterThan(0n);
    await sql.raw(source).execute(owner);
  });

  test('behavior: the api’s role caches only what the function sums up', async () => {
    await expect(sql`insert into closed_earning_checkpoint values (1, 1)`.execute(api)).rejects.toThrow(
      'permission denied',
    );
    await expect(sql`insert into closed_earning values (1, 1, 1, 1, 1, 1, 1)`.execute(api)).rejects.toThrow(
      'permission denied',
    );
  });
});
