import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { afterFirstAnswer } from '@city-mint/tests/setup/after-first-answer';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { advanceRound } from '#rounds/lifecycle/commands.ts';
import { claimAutomatically } from './commands/claims.ts';

let database: TestDatabase;
let owner: Database;
let workers: Database[];
let rounds: bigint[];

/** Two failing rounds, each with an order of a user with an exchange account; the first round is due first. */
beforeEach(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url });
  owner = databaseOver(pool);
  workers = [1, 2].map(() => databaseOver(createPool(asRole(database.url, 'city_mint_worker'))));
  await buildFunds(owner, { reserve: 0n, emission: 1_000n * JU });
  const join = createJoins({ pool, db: owner });
  rounds = [];
  for (const [n, userId] of (await buildParticipants(owner, { count: 2, available: 100n * JU })).entries()) {
    const round = await openRound(owner, buildPlan({ city: `City ${n}`, firstQuota: tokenAmount(1_000n * JU) }));
    await join({ ...round, userId, amount: tokenAmount(50n * JU), requestId: crypto.randomUUID(), consented: true });
    await sql`insert into exchange_account (user_id, uid, is_swept)
      values (${userId}, ${`${100_000 + n}`}, true)`.execute(owner);
    rounds.push(round.roundId);
  }
  await sql`update round set closes_at = clock_timestamp(), due_at = clock_timestamp()`.execute(owner);
  await worker(0, async (db) => {
    while ((await countLiquidating()) < 2n) await advanceRound(db);
  });
  await sql`update round set due_at = clock_timestamp() - interval '1 hour' + id * interval '1 minute'`.execute(owner);
});
afterEach(async () => {
  await Promise.all([owner, ...workers].map((db) => db.destroy()));
  await database.drop();
});

async function worker<Result>(index: number, act: (db: Database) => Promise<Result>): Promise<Result> {
  const db = workers[index];
  if (db === undefined) throw new Error(`there is no worker ${index}`);
  return act(db);
}

async function countLiquidating(): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from round where state = 'liquidating'`.execute(owner);
  return rows[0]?.count ?? 0n;
}

const settleAll = (db: Database) => repeat(async () => (await advanceRound(db)) !== undefined);
const claimAll = (db: Database) => repeat(() => claimAutomatically(db));
async function repeat(step: () => Promise<boolean>): Promise<void> {
  while (await step());
}

/** A worker begins to settle the first round and is delayed; another one settles the second round and claims. */
async function settleSecondRoundFirst(): Promise<void> {
  await worker(1, async (other) => {
    const doAll = async () => {
      await settleAll(other);
      await claimAll(other);
    };
    await worker(0, (db) => advanceRound(db.withPlugin(afterFirstAnswer(doAll))));
    await doAll();
  });
}

async function roundsOfMachines(): Promise<bigint[]> {
  const machines = await owner.selectFrom('machine').select('round_id').orderBy('round_id').execute();
  return machines.map((machine) => machine.round_id);
}

test('behavior: a round whose worker was delayed before the computation is still claimed', async () => {
  await settleSecondRoundFirst();
  expect(await roundsOfMachines()).toEqual(rounds);
});

test('broken twin: ordered by the beginning of its transaction, the round precedes those already claimed', async () => {
  await sql`alter table round_settlement alter column settled_at set default now()`.execute(owner);
  await settleSecondRoundFirst();
  expect(await roundsOfMachines()).toEqual(rounds.slice(1));
});
