import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRound } from '../../../../../tests/build/rounds.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/setup/create-test-database.ts';
import { createDatabase, type Database } from '../../platform/database/database.ts';
import { advanceRound } from '../commands/advance-round.ts';

let database: TestDatabase;
let owner: Database;
let worker: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  worker = createDatabase({ url: database.url, role: 'city_mint_worker' });
});
afterAll(async () => {
  await Promise.all([owner.destroy(), worker.destroy()]);
  await database.drop();
});

test('behavior: a settlement that has begun rests while settling is paused, and goes on from there', async () => {
  const { roundId } = await openRound(owner);
  const isDue = { due_at: new Date(0) };
  const makeDue = (set: object = {}) =>
    owner
      .updateTable('round')
      .set({ ...isDue, ...set })
      .where('id', '=', roundId)
      .execute();
  const pause = (paused: boolean) =>
    owner.updateTable('system_switch').set({ paused }).where('name', '=', 'settlement').execute();
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
