import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { rewriteSettings } from '@city-mint/tests/builders/rewrite-settings';
import { afterFirstAnswer } from '@city-mint/tests/setup/after-first-answer';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { advanceMiningDay } from './commands/mining-days.ts';
import { runMining } from './jobs.ts';

/** Four equal machines of four users mine 1,000 base units of FMC a day; yesterday is due. */
const DAILY = 1_000n;

let database: TestDatabase;
let owner: Database;
let worker: Database;
let other: Database;
let users: bigint[];
let yesterday: number;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  [worker, other] = [connect(), connect()];
  await buildFunds(owner, { reserve: 0n, emission: 1_000_000n });
  users = await buildParticipants(owner, { count: 4, available: 0n });
  const { rows } = await sql<{ day: number }>`select utc_day(clock_timestamp()) - 1 as day`.execute(owner);
  yesterday = rows[0]?.day ?? 0;
  await rewriteSettings(
    owner,
    sql`update mining_setting set daily_emission = ${DAILY.toString()}::numeric, full_hash = 1::numeric
      where from_day = 0`,
  );
  for (const user of users) await insertMachine(owner, user);
});
afterEach(async () => {
  await Promise.all([owner, worker, other].map((db) => db.destroy()));
  await database.drop();
});

const connect = () => createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });

/** Inserts a machine that mines yesterday, as if it had been claimed the day before. */
async function insertMachine(db: Database, user: bigint): Promise<void> {
  await sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    values (${user}, nextval('mint_order_id_seq'), 1, 10::numeric, now(), ${yesterday}, ${yesterday})`.execute(db);
}

async function outputs(): Promise<bigint[]> {
  const rows = await owner.selectFrom('machine_day').select('output').orderBy('user_id').execute();
  return rows.map(({ output }) => output);
}

test('behavior: a worker that read the day before another began it does not pay 0 for it', async () => {
  expect(await advanceMiningDay(other)).toBe('opened');
  const late = worker.withPlugin(afterFirstAnswer(async () => expect(await advanceMiningDay(other)).toBe('begun')));
  expect(await advanceMiningDay(late)).not.toBe('paid');
  expect(await outputs()).toEqual([]);
  await runMining(worker);
  expect(await outputs()).toEqual(users.map(() => DAILY / 4n));
});

test('attack: a claim that stays open until its first day is over delays the day, at no one’s cost', async () => {
  const [late] = await buildParticipants(owner, { count: 1, available: 0n });
  expect(await advanceMiningDay(worker)).toBe('opened');
  const claim = await owner.startTransaction().execute();
  // As every claim does, a day ago; here for no order.
  await sql`select insert_machines('{}', null)`.execute(claim);
  await insertMachine(claim, late ?? 0n);
  expect(await advanceMiningDay(worker)).toBe('waiting');
  await claim.commit().execute();
  await runMining(worker);
  expect(await outputs()).toEqual([...users, late].map(() => DAILY / 5n));
});

test('broken twin: a claim that does not make others wait stops the mining days', async () => {
  const [late] = await buildParticipants(owner, { count: 1, available: 0n });
  expect(await advanceMiningDay(worker)).toBe('opened');
  const claim = await owner.startTransaction().execute();
  await insertMachine(claim, late ?? 0n);
  expect(await advanceMiningDay(worker)).toBe('begun');
  await claim.commit().execute();
  await expect(runMining(worker)).rejects.toThrow('fund_lock_emission_frozen_check');
});
