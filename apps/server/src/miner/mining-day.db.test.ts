import { mineDay } from '@city-mint/domain/miner/mining-day';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { rewriteSettings } from '@city-mint/tests/builders/rewrite-settings';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '#ledger/accounts/queries.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { readFunds } from '#rounds/reserve/queries.ts';
import { advanceMiningDay } from './commands/mining-days.ts';
import { runMining } from './jobs.ts';

let database: TestDatabase;
let owner: Database;
let workers: Database[];
let users: bigint[];
let today: number;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  workers = [1, 2, 3].map(() => createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 }));
  users = await buildParticipants(owner, { count: 12, available: 0n });
  const { rows } = await sql<{ day: number }>`select utc_day(clock_timestamp()) as day`.execute(owner);
  today = rows[0]?.day ?? 0;
});
afterAll(async () => {
  await Promise.all([owner, ...workers].map((db) => db.destroy()));
  await database.drop();
});
beforeEach(() => forgetDays(owner));

async function forgetDays(db: Database): Promise<void> {
  await sql`delete from machine_day`.execute(db);
  await sql`delete from mining_day`.execute(db);
  await sql`delete from machine`.execute(db);
  await sql`update fund_lock set emission_frozen = 0`.execute(db);
}

type Planted = { user: number; hashRate: bigint; firstDay: number; lastDay: number };

/** Inserts machines as if claimed on earlier days; returns their ids. */
async function plant(db: Database, machines: readonly Planted[]): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (const { user, hashRate, firstDay, lastDay } of machines) {
    const { rows } = await sql<{ id: bigint }>`
      insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
      values (${users[user]}, nextval('mint_order_id_seq'), 1, ${hashRate.toString()}::numeric, now(),
        ${firstDay}, ${lastDay})
      returning id`.execute(db);
    ids.push(rows[0]?.id ?? 0n);
  }
  return ids;
}

const worker = (index = 0) => workers[index] ?? owner;
const emission = (db = owner) => readBalance(db, { kind: 'emission', currency: 'FMC', owner: 0n });
const setDaily = (amount: bigint, fullHash = 1n) =>
  rewriteSettings(
    owner,
    sql`update mining_setting set daily_emission = ${amount.toString()}::numeric,
      full_hash = ${fullHash.toString()}::numeric where from_day = 0`,
  );

async function outputsOf(db: Database): Promise<Map<string, bigint>> {
  const outputs = db.selectFrom('machine_day').select(['day', 'machine_id', 'output']);
  const rows = await outputs.orderBy('day').orderBy('machine_id').execute();
  return new Map(rows.map((row) => [`${row.day}/${row.machine_id}`, row.output]));
}

/**
 * Asserts that every output was paid once, by one transfer to its owner, and that each day's sum is that of its
 * outputs.
 */
async function assertPaidOnce(db: Database): Promise<void> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from machine_day d
    left join lateral (
      select count(*) as moves, sum(amount) as amount, min(credit_account) as account
      from ledger_transfer where kind = kind_hash_rate_output() and source_id = d.id
    ) t on true
    where t.moves <> case when d.output > 0 then 1 else 0 end or (d.output > 0 and t.amount <> d.output)
      or t.account <> account_available(d.user_id, currency_fmc())`.execute(db);
  expect(rows).toEqual([{ wrong: 0 }]);
  const { rows: days } = await sql`
    select n.day from mining_day n
    where n.emission is not null
      and n.paid <> (select coalesce(sum(output), 0) from machine_day d where d.day = n.day)`.execute(db);
  expect(days).toEqual([]);
}

const planted = fc.array(
  fc.record({
    user: fc.nat(11),
    hashRate: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    firstDay: fc.integer({ min: -4, max: 1 }),
    lifetime: fc.integer({ min: 1, max: 6 }),
  }),
  { minLength: 1, maxLength: 20 },
);

test('property: missed days pay the amounts of mineDay for any chunk size', async () => {
  await fc.assert(
    fc.asyncProperty(
      planted,
      fc.record({
        daily: fc.bigInt({ min: 0n, max: 10n ** 22n }),
        fullHash: fc.bigInt({ min: 1n, max: 10n ** 25n }),
        chunkSize: fc.integer({ min: 1, max: 7 }),
      }),
      async (machines, { daily, fullHash, chunkSize }) => {
        await forgetDays(owner);
        await setDaily(daily, fullHash);
        if ((await emission()) < daily) await buildFunds(owner, { reserve: 0n, emission: daily * 2n + 1n });
        const lives = machines.map(({ firstDay, lifetime, ...machine }) => ({
          ...machine,
          firstDay: today + firstDay,
          lastDay: today + firstDay + lifetime - 1,
        }));
        const ids = await plant(owner, lives);
        let left = await emission();
        await runMining(worker(), undefined, { chunkSize });

        const outputs = await outputsOf(owner);
        const first = Math.min(...lives.map(({ firstDay }) => firstDay));
        for (let day = first; day < today; day += 1) {
          const mining = lives.flatMap((life, index) =>
            life.firstDay <= day && day <= life.lastDay ? [{ ...life, id: ids[index] }] : [],
          );
          const paid = mineDay({
            dailyEmission: tokenAmount(daily),
            fullHash: tokenAmount(fullHash),
            emissionRemaining: left,
            hashRates: mining.map(({ hashRate }) => tokenAmount(hashRate)),
          });
          expect(mining.map(({ id }) => outputs.get(`${day}/${id}`))).toEqual(paid.outputs);
          left = paid.left;
        }
        expect(await emission()).toBe(left);
        const days = await owner.selectFrom('mining_day').select('day').where('paid_at', 'is not', null).execute();
        expect(days).toHaveLength(Math.max(0, today - first));
        await assertPaidOnce(owner);
        const slot = await owner.selectFrom('fund_lock').select('emission_frozen').executeTakeFirstOrThrow();
        expect(slot.emission_frozen).toBe(0n);
      },
    ),
    { numRuns: 25 },
  );
});

test('attack: a single machine of a loss of 0.3 JU does not mine the emission of a whole day', async () => {
  await setDaily(10_000n * 10n ** 18n, 1_000_000n * 10n ** 18n);
  await buildFunds(owner, { reserve: 0n, emission: 10n ** 23n });
  const hashRate = 6n * 10n ** 17n;
  await plant(owner, [{ user: 0, hashRate, firstDay: today - 1, lastDay: today - 1 }]);
  await runMining(worker());
  expect([...(await outputsOf(owner)).values()]).toEqual([6n * 10n ** 15n]);
  expect(
    await owner
      .selectFrom('mining_day')
      .select('emission')
      .where('day', '=', today - 1)
      .execute(),
  ).toEqual([{ emission: 6n * 10n ** 15n }]);
});

const many = (lastDay: number): Planted[] =>
  Array.from({ length: 40 }, (_unused, index) => ({
    user: index % 12,
    hashRate: BigInt(index + 1) * 10n ** 18n,
    firstDay: today - 5,
    lastDay,
  }));

test('behavior: three workers, killed again and again, pay every missed day once', async () => {
  await setDaily(10n ** 21n);
  await buildFunds(owner, { reserve: 0n, emission: 10n ** 22n });
  await plant(owner, many(today + 100));
  const before = await emission();
  let isDone = false;
  let kills = 0;
  const killing = (async () => {
    while (!isDone && kills < 15) {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like '%worker%' and datname = current_database() and random() < 0.5`.execute(owner);
      kills += rows.length;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  })();
  const work = async (db: Database) => {
    // If a kill rolls a step back, another worker repeats it, or this one after its restart.
    for (let step = 0; step < 400; step += 1) {
      await advanceMiningDay(db, { chunkSize: 4 }).catch(() => undefined);
      const left = await owner.selectFrom('mining_day').select('day').where('paid_at', 'is', null).execute();
      if (left.length === 1 && left[0]?.day === today) return;
    }
  };
  await Promise.all(workers.map(work));
  isDone = true;
  await killing;
  expect(kills).toBeGreaterThan(0);
  await runMining(worker());
  const days = await owner.selectFrom('mining_day').selectAll().orderBy('day').execute();
  expect(days.map(({ day, paid_at }) => [day - today, paid_at !== null])).toEqual([
    [-5, true],
    [-4, true],
    [-3, true],
    [-2, true],
    [-1, true],
    [0, false],
  ]);
  expect((await outputsOf(owner)).size).toBe(200);
  expect(before - (await emission())).toBe(days.reduce((sum, { paid }) => sum + paid, 0n));
  await assertPaidOnce(owner);
});

test('behavior: two workers pay the halves of a day; while one is paying its half the day is not closed', async () => {
  await setDaily(10n ** 21n);
  await buildFunds(owner, { reserve: 0n, emission: 10n ** 22n });
  await plant(owner, many(today - 5));
  const step = (index: number) => advanceMiningDay(worker(index), { chunkSize: 4 });
  expect([await step(0), await step(0)]).toEqual(['opened', 'begun']);
  const paidUsers = async () => {
    const rows = await owner.selectFrom('machine_day').select('user_id').distinct().orderBy('user_id').execute();
    return rows.map((row) => row.user_id);
  };
  await owner.transaction().execute(async (other) => {
    await sql`select from mining_day_part where part = 0 for update`.execute(other);
    let last = await step(0);
    for (let steps = 0; last === 'paid' && steps < 20; steps += 1) last = await step(0);
    expect(last).toBe('waiting');
    // 40 machines, distributed in rotation to 12 users: the first six have 22.
    expect(await paidUsers()).toEqual(users.slice(6));
  });
  await runMining(worker(), undefined, { chunkSize: 4 });
  expect(await paidUsers()).toEqual(users);
  await assertPaidOnce(owner);
});

test("behavior: missed days are paid with that day's own settings; later settings change none", async () => {
  await setDaily(10n ** 21n);
  await buildFunds(owner, { reserve: 0n, emission: 10n ** 23n });
  await plant(owner, [{ user: 0, hashRate: 10n ** 18n, firstDay: today - 3, lastDay: today }]);
  const set = (fromDay: number, daily: bigint) =>
    rewriteSettings(
      owner,
      sql`insert into mining_setting (from_day, daily_emission, full_hash, machine_lifetime_days)
        values (${fromDay}, ${daily.toString()}::numeric, 1, 365)`,
    );
  await set(today - 2, 3n * 10n ** 21n);
  await set(today - 1, 0n);
  await set(today + 1, 9n * 10n ** 21n);
  await runMining(worker());
  expect([...(await outputsOf(owner)).values()]).toEqual([10n ** 21n, 3n * 10n ** 21n, 0n]);
  const change = sql`update mining_setting set daily_emission = 1 where from_day = ${today - 2}`;
  await expect(change.execute(owner)).rejects.toThrow('of a day that has begun is never changed');
  await expect(
    sql`insert into mining_setting (from_day, daily_emission, full_hash, machine_lifetime_days)
      values (${today}, 1, 1, 1)`.execute(owner),
  ).rejects.toThrow('of a day that has begun is never changed');
  await rewriteSettings(owner, sql`delete from mining_setting where from_day > 0`);
});

test('behavior: a day freezes only emission that no computed settlement will draw; funds exclude both', async () => {
  await setDaily(10n ** 21n);
  await plant(owner, many(today - 5));
  const all = await emission();
  await sql`insert into fund_reservation values (77, 'emission', ${(all - 10n ** 20n).toString()}::numeric)`.execute(
    owner,
  );
  expect(await advanceMiningDay(worker())).toBe('opened');
  expect(await advanceMiningDay(worker())).toBe('begun');
  const frozen = () => owner.selectFrom('fund_lock').select('emission_frozen').executeTakeFirst();
  expect(await frozen()).toEqual({ emission_frozen: 10n ** 20n });
  expect((await readFunds(owner)).emission).toBe(0n);
  await sql`delete from fund_reservation`.execute(owner);
  await forgetDays(owner);

  await plant(owner, many(today - 5));
  expect(await advanceMiningDay(worker())).toBe('opened');
  const before = await emission();
  expect(await advanceMiningDay(worker())).toBe('begun');
  expect((await readFunds(owner)).emission).toBe(before - 10n ** 21n);
  expect(await advanceMiningDay(worker(), { chunkSize: 7 })).toBe('paid');
  expect((await readFunds(owner)).emission).toBe(before - 10n ** 21n);
  await runMining(worker());
  expect((await readFunds(owner)).emission).toBe(await emission());
});

test('behavior: a lost checkpoint pays no user twice; without keys it would, and the check reports it', async () => {
  await setDaily(10n ** 18n);
  await plant(owner, many(today - 5));
  await runMining(worker());
  const paid = await emission();
  await sql`update mining_day set paid_at = null, paid = 0 where day = ${today - 5}`.execute(owner);
  await sql`update mining_day_part set after_user = 0, is_paid = false where day = ${today - 5}`.execute(owner);
  await sql`update fund_lock set emission_frozen = ${(10n ** 18n).toString()}::numeric`.execute(owner);
  await expect(runMining(worker())).rejects.toThrow(/duplicate key/);
  expect(await emission()).toBe(paid);

  await sql`alter table machine_day drop constraint machine_day_pkey`.execute(owner);
  await sql`alter table ledger_transfer drop constraint ledger_transfer_key`.execute(owner);
  await runMining(worker());
  expect(await emission()).toBeLessThan(paid);
  await expect(assertPaidOnce(owner)).rejects.toThrow();
});
