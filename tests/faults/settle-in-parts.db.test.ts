import { setTimeout as sleep } from 'node:timers/promises';
import { loginUrl } from '@city-mint/devnet/database-logins';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createJoins } from '../builders/joins.ts';
import { buildFunds, buildParticipants } from '../builders/participants.ts';
import { buildPlan, closeWindow, JU, openRound } from '../builders/rounds.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { whileHeld } from '../setup/hold-locks.ts';
import { countPayments } from './count-payments.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

const CHUNK_SIZE = 4;
const ORDERS = 20;
const CHUNK_COUNT = ORDERS / CHUNK_SIZE;
/** Parts with only rewards: of half of the orders, all of one inviter, more than their chunk can hold. */
const REWARD_PARTS = Math.ceil(ORDERS / 2 / CHUNK_SIZE) - 1;
/** Steps of the two settlements and the two later stages. */
const STEPS = 2 * (3 + 2 * CHUNK_COUNT) + REWARD_PARTS + 2 * CHUNK_COUNT;

/** Returns a database in which a full and a failed round are due; every second participant has an inviter. */
async function openDatabase(): Promise<{ url: string; owner: Database }> {
  const database = await createTestDatabase();
  const pool = createPool({ url: database.url, statementTimeoutMs: 60_000 });
  const owner = databaseOver(pool);
  onTestFinished(async () => {
    await owner.destroy();
    await database.drop();
  });
  await buildFunds(owner, { reserve: 20n * JU, emission: 100_000n * JU });
  await sql`update reserve_setting set cap = ${(20n * JU).toString()}::numeric`.execute(owner);
  const users = await buildParticipants(owner, { count: ORDERS, available: 1_000n * JU });
  const [first = 0n] = users;
  await sql`update participant set inviter_id = ${first} where user_id % 2 = 0 and user_id <> ${first}`.execute(owner);
  await sql`update participant set first_settled_round_id = 0 where user_id = ${first}`.execute(owner);
  const joinRound = createJoins({ pool, db: owner });
  for (const [phase, quota] of [BigInt(ORDERS), 1_000n].entries()) {
    const plan = buildPlan({
      phase: phase + 1,
      rounds: 1,
      firstQuota: tokenAmount(quota * 3n * JU),
      terms: { stageDelaysMs: [0, 1, 2], mintAmount: tokenAmount(777n * JU + 5n) },
    });
    const round = await openRound(owner, plan);
    const amount = tokenAmount(3n * JU);
    const join = (userId: bigint) =>
      joinRound({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
    const answers = await Promise.all(users.map(join));
    expect(answers.filter((answer) => 'order' in answer)).toHaveLength(ORDERS);
    if (phase === 1) await closeWindow(owner, round.roundId);
  }
  return { url: database.url, owner };
}

/** Makes each step last long enough to kill a worker within it, before its transfers and at its commit. */
async function slowDown(owner: Database, sleepMs: number): Promise<void> {
  await sql`
    create function take_time() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(${sql.raw(String(sleepMs / 1000))});
      return null;
    end
    $$`.execute(owner);
  await sql`create trigger before_money after insert on round_step for each row execute function take_time()`.execute(
    owner,
  );
  await sql`create constraint trigger at_commit after insert on round_step deferrable initially deferred
    for each row execute function take_time()`.execute(owner);
}

const startWorker = (url: string) =>
  startProcess('advance-rounds', { DATABASE_URL: loginUrl(url, 'city_mint_worker'), CHUNK_SIZE: String(CHUNK_SIZE) });

/** Starts two workers, neither of which finds a step before both are ready. */
function startTogether(url: string, owner: Database): Promise<readonly ServerProcess[]> {
  const holding = (tx: Database) => sql`lock table round in access exclusive mode`.execute(tx);
  return whileHeld(owner, holding, async () => {
    const workers = await Promise.all([startWorker(url), startWorker(url)]);
    for (const worker of workers) await worker.nextLine();
    return workers;
  });
}

async function haveEnded(owner: Database): Promise<boolean> {
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from round where state <> 'ended'`.execute(
    owner,
  );
  return rows[0]?.left === 0;
}

async function countSteps(owner: Database): Promise<number> {
  const { rows } = await sql<{ steps: number }>`select count(*)::int as steps from round_step`.execute(owner);
  return rows[0]?.steps ?? -1;
}

/** Starts a worker and kills it one or two steps later, until both rounds have ended; returns the number of kills. */
async function killStepByStep(url: string, owner: Database): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const worker = await startWorker(url);
    await worker.nextLine();
    // The last step may have been committed despite the kill, and then no line follows.
    await Promise.race([worker.nextLine(), waitUntil(() => haveEnded(owner))]);
    await sleep(Math.random() * 60);
    await worker.end('SIGKILL');
    if (await haveEnded(owner)) return kills;
  }
}

test('default: with a worker killed at every step, each step happens once and each payment is right', {
  tags: ['soak-5'],
  timeout: 360_000,
}, async () => {
  const { url, owner } = await openDatabase();
  await slowDown(owner, 20);
  const kills = await killStepByStep(url, owner);
  const [steps, payments] = [await countSteps(owner), await countPayments(owner)];
  console.log(`worker killed ${kills} times in ${steps} steps: ${JSON.stringify(payments)}`);
  expect(steps).toBe(STEPS);
  expect(payments).toMatchObject({ minted: 1, failed: 1, wrong: 0, repeated: 0, unbalanced: 0 });
  expect(kills).toBeGreaterThan(STEPS / 4);
});

test('behavior: two concurrent workers take each step once', async () => {
  const { url, owner } = await openDatabase();
  await slowDown(owner, 5);
  const workers = await startTogether(url, owner);
  const ended = await waitUntil(() => haveEnded(owner));
  const took = workers.map(({ lines }) => lines.length - 1);
  await endAll(workers);
  const [steps, payments] = [await countSteps(owner), await countPayments(owner)];
  console.log(`two workers, ${took.join(' and ')} steps: ${JSON.stringify(payments)}`);
  expect(ended).toBe(true);
  expect(steps).toBe(STEPS);
  expect(payments).toMatchObject({ wrong: 0, repeated: 0, unbalanced: 0 });
  expect(Math.min(...took)).toBeGreaterThan(0);
});

test('broken twin: parts left open, without step records and transfer keys, are paid twice', async () => {
  const { url, owner } = await openDatabase();
  await sql`alter table ledger_transfer drop constraint ledger_transfer_key`.execute(owner);
  await sql`create function forget_step() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
    owner,
  );
  await sql`create trigger forget_step before insert on round_step for each row
    when (new.step = 'refund') execute function forget_step()`.execute(owner);
  await sql`create trigger leave_open before delete on round_part for each row
    when (old.step = 'refund') execute function forget_step()`.execute(owner);
  const worker = await startWorker(url);
  await waitUntil(async () => worker.hasExited() || (await countPaidTwice(owner)) > 0);
  await endAll([worker]);
  const paidTwice = await countPaidTwice(owner);
  console.log(`twin without step records: ${paidTwice} orders paid more than they put in`);
  expect(paidTwice).toBeGreaterThan(0);
});

/** How many orders got back more than was put in. Such a settlement never closes, so it has no published file. */
async function countPaidTwice(owner: Database): Promise<number> {
  const { rows } = await sql<{ orders: number }>`select count(*)::int as orders from mint_order o
    where (select sum(amount) from ledger_transfer t where t.kind = kind_principal_return() and t.source_id = o.id)
      > o.accepted`.execute(owner);
  return rows[0]?.orders ?? 0;
}

async function endAll(workers: readonly ServerProcess[]): Promise<void> {
  await Promise.all(workers.filter((worker) => !worker.hasExited()).map((worker) => worker.end('SIGKILL')));
}
