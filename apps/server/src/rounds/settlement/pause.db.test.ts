import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, createPool, type Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { advanceRound, resumeRound, suspendRound } from '../lifecycle/commands.ts';
import { payDuePart } from './commands.ts';

let database: TestDatabase;
let owner: Database;
let worker: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
});
afterAll(async () => {
  await Promise.all([owner.destroy(), worker.destroy()]);
  await database.drop();
});

const pause = (paused: boolean) =>
  owner.updateTable('system_switch').set({ paused }).where('name', '=', 'settlement').execute();

test('behavior: a settlement that has begun waits while settling is paused, and then continues', async () => {
  const { roundId } = await openRound(owner);
  const isDue = { due_at: new Date(0) };
  const makeDue = (set: object = {}) =>
    owner
      .updateTable('round')
      .set({ ...isDue, ...set })
      .where('id', '=', roundId)
      .execute();
  const state = async () =>
    (await owner.selectFrom('round').select('state').where('id', '=', roundId).executeTakeFirstOrThrow()).state;
  await makeDue({ state: 'failed' });
  await pause(true);
  await advanceRound(worker);
  expect(await state()).toBe('failed');
  await pause(false);
  await makeDue();
  await advanceRound(worker);
  expect(await state()).toBe('liquidating');
  await pause(true);
  for (let step = 0; step < 5; step += 1) {
    await makeDue();
    await advanceRound(worker);
  }
  expect(await state()).toBe('liquidating');
  await pause(false);
  for (let step = 0; step < 10 && (await state()) !== 'ended'; step += 1) {
    await makeDue();
    await advanceRound(worker);
  }
  expect(await state()).toBe('ended');
});

test('behavior: parts are paid neither while settling is paused nor while their round is suspended', async () => {
  // Runs the work that the previous test left.
  await runRounds(worker);
  const pool = createPool({ url: database.url });
  await buildFunds(owner, { reserve: 0n, emission: 10_000n * JU });
  const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10n * JU });
  const amount = tokenAmount(3n * JU);
  const round = await openRound(owner, buildPlan({ city: 'Tokens', firstQuota: amount }));
  const requestId = crypto.randomUUID();
  await createJoins({ pool, db: owner })({ ...round, userId, amount, requestId, consented: true });
  await pool.end();
  const count = async (table: 'round_step' | 'round_part') => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
      where round_id = ${round.roundId} and step = 'mint'`.execute(owner);
    return rows[0]?.count;
  };
  while ((await count('round_part')) === 0) expect(await advanceRound(worker)).toBeDefined();
  await pause(true);
  expect([await payDuePart(worker), await count('round_step')]).toEqual([false, 0]);
  await pause(false);
  await suspendRound(owner, round.roundId);
  expect([await payDuePart(worker), await count('round_step')]).toEqual([false, 0]);
  await resumeRound(owner, round.roundId);
  expect([await payDuePart(worker), await count('round_step')]).toEqual([true, 1]);
});
