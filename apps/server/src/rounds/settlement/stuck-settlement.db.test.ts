import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { formatSettlementResult } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { rewriteSettings } from '@city-mint/tests/builders/rewrite-settings';
import { buildPlan, closeWindow, JU, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { advanceMiningDay } from '#miner/commands/mining-days.ts';
import { runMining } from '#miner/jobs.ts';
import { createDatabase, createPool, type Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { resumeRound, suspendRound } from '../lifecycle/commands.ts';
import { readFunds } from '../reserve/queries.ts';
import { readSettlementFile } from '../settlement-file/queries.ts';

let database: TestDatabase;
let owner: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
});
afterEach(async () => {
  await owner.destroy();
  await database.drop();
});

/** Opens a round with one order of 100 JU; its quota is 100 if it is to fill, else 200 and its window is over. */
async function buildRound(city: string, { fills }: { fills: boolean }): Promise<bigint> {
  const amount = tokenAmount(100n * JU);
  const [userId = 0n] = await buildParticipants(owner, { count: 1, available: amount });
  const terms = { mintAmount: tokenAmount(800n * JU), stageDelaysMs: [0, 3_600_000, 7_200_000] as const };
  const plan = buildPlan({ city, rounds: 1, firstQuota: tokenAmount(fills ? 100n * JU : 200n * JU), terms });
  const round = await openRound(owner, plan);
  const pool = createPool({ url: database.url });
  const requestId = crypto.randomUUID();
  const answer = await createJoins({ pool, db: owner })({ ...round, userId, amount, requestId, consented: true });
  expect(answer).toHaveProperty('order');
  await pool.end();
  if (!fills) await closeWindow(owner, round.roundId);
  return round.roundId;
}

/** Makes one step of a round fail until it is repaired: its record already exists. */
const breakStep = (roundId: bigint, step: string) =>
  sql`alter table round_step add constraint broken check (round_id <> ${sql.lit(String(roundId))}::bigint
    or step <> ${sql.lit(step)})`.execute(owner);
const mend = () => sql`alter table round_step drop constraint broken`.execute(owner);

async function run(): Promise<bigint[]> {
  const failed: bigint[] = [];
  await sql`update round set due_at = clock_timestamp() where due_at is not null
    and state in ('full', 'failed', 'settling', 'liquidating')`.execute(owner);
  await runRounds(owner, {
    onStepError: (error) => {
      if ('roundId' in error) failed.push(error.roundId);
    },
  });
  return failed;
}

const stateOf = async (roundId: bigint) =>
  (await owner.selectFrom('round').select('state').where('id', '=', roundId).executeTakeFirstOrThrow()).state;

/** The published input of a settled round, with its result compared with the domain's. */
async function publishedInput(roundId: bigint) {
  const file = await readSettlementFile(owner, roundId);
  const parsed = parseSettlementFile(file?.input);
  if (!parsed.ok) throw new Error(parsed.error);
  expect(file?.result).toEqual(formatSettlementResult(settleRound(parsed.input)));
  return parsed.input;
}

async function expectAllPaid(): Promise<void> {
  const { rows } = await sql`select id from ledger_account
    where ledger_account_kind(id) in (account_kind_escrow(), account_kind_fees()) and balance <> 0`.execute(owner);
  expect(rows).toEqual([]);
  expect(await owner.selectFrom('fund_reservation').selectAll().execute()).toEqual([]);
}

test.each(['fees', 'pay', 'close'])('behavior: a minted round stuck before %s delays no other', async (step) => {
  await buildFunds(owner, { reserve: 0n, emission: 1_000n * JU });
  const stuck = await buildRound('Stuck', { fills: true });
  await breakStep(stuck, step);
  expect(await run()).toEqual([stuck]);
  const other = await buildRound('Other', { fills: true });
  expect(await run()).toEqual([stuck]);
  expect([await stateOf(stuck), await stateOf(other)]).toEqual(['settling', 'minted']);
  // 800 of the 1000 are reserved or paid, so the other round computed with 200, and nothing remains.
  expect((await publishedInput(other)).emission.remaining).toBe(200n * JU);
  expect((await readFunds(owner)).emission).toBe(0n);
  await suspendRound(owner, stuck);
  expect(await run()).toEqual([]);
  await mend();
  await resumeRound(owner, stuck);
  expect(await run()).toEqual([]);
  expect(await stateOf(stuck)).toBe('minted');
  expect((await publishedInput(stuck)).emission.remaining).toBe(1_000n * JU);
  await expectAllPaid();
});

test.each(['refund', 'losses', 'compensate'])(
  'behavior: a failed round stuck before %s keeps its compensation, and the others compute with the rest',
  async (step) => {
    // Half of 4 covers 2 of the lost 3; half of the rest covers 1.
    await buildFunds(owner, { reserve: 4n * JU, emission: 0n });
    // Above its cap no loss refills it.
    await sql`update reserve_setting set cap = 0`.execute(owner);
    const stuck = await buildRound('Stuck', { fills: false });
    await breakStep(stuck, step);
    expect(await run()).toEqual([stuck]);
    const other = await buildRound('Other', { fills: false });
    expect(await run()).toEqual([stuck]);
    expect([await stateOf(stuck), await stateOf(other)]).toEqual(['liquidating', 'ended']);
    expect((await publishedInput(other)).reserve.balance).toBe(2n * JU);
    expect((await readFunds(owner)).reserve).toBe(JU);
    await suspendRound(owner, stuck);
    await mend();
    await resumeRound(owner, stuck);
    expect(await run()).toEqual([]);
    expect(await stateOf(stuck)).toBe('ended');
    expect((await publishedInput(stuck)).reserve.balance).toBe(4n * JU);
    expect((await readFunds(owner)).reserve).toBe(JU);
    await expectAllPaid();
  },
);

test('behavior: a mining day freezes only emission not reserved by a stuck settlement, without waiting', async () => {
  await buildFunds(owner, { reserve: 0n, emission: 1_000n * JU });
  const stuck = await buildRound('Stuck', { fills: true });
  await breakStep(stuck, 'pay');
  expect(await run()).toEqual([stuck]);
  const setting = sql`daily_emission = ${(500n * JU).toString()}::numeric, full_hash = 1`;
  await rewriteSettings(owner, sql`update mining_setting set ${setting} where from_day = 0`);
  await sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    select min(id), 0, 1, 1, now(), utc_day(now()) - 1, utc_day(now()) - 1 from app_user`.execute(owner);
  expect([await advanceMiningDay(owner), await advanceMiningDay(owner)]).toEqual(['opened', 'begun']);
  const frozen = await owner.selectFrom('fund_lock').select('emission_frozen').executeTakeFirst();
  expect(frozen).toEqual({ emission_frozen: 200n * JU });
  expect((await readFunds(owner)).emission).toBe(0n);
  await mend();
  expect(await run()).toEqual([]);
  expect(await stateOf(stuck)).toBe('minted');
  expect((await readFunds(owner)).emission).toBe(0n);
  await runMining(owner);
  expect((await readFunds(owner)).emission).toBe(0n);
});

test('behavior: without the reservation two settlements count on the same FMC (the broken twin)', async () => {
  await buildFunds(owner, { reserve: 0n, emission: 1_000n * JU });
  const stuck = await buildRound('Stuck', { fills: true });
  await breakStep(stuck, 'fees');
  expect(await run()).toEqual([stuck]);
  await owner.deleteFrom('fund_reservation').execute();
  const other = await buildRound('Other', { fills: true });
  await run();
  expect((await publishedInput(other)).emission.remaining).toBe(1_000n * JU);
  await mend();
  // The second settlement finds less than it computed with, and the ledger refuses to overdraw.
  expect(await run()).toEqual([stuck]);
});
