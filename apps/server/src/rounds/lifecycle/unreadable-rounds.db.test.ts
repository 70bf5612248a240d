import { buildPlan, closeWindow, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { publishPlan } from '../offers/commands.ts';
import { countUnreadable, readLiveTerms } from '../offers/queries/plans.ts';
import { findLatestRound, findOpenRounds } from '../offers/queries/rounds.ts';

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

const stateOf = async (roundId: bigint) =>
  (await owner.selectFrom('round').select('state').where('id', '=', roundId).executeTakeFirstOrThrow()).state;

test.each([
  ['a missing field', sql`terms - 'quota'`],
  ['another type', sql`jsonb_set(terms, '{lossBps}', '"300"')`],
  ['a state of a newer release', undefined],
])('behavior: a round with %s raises an alarm, and the others go on', async (_what, broken) => {
  const bad = await openRound(owner, buildPlan({ city: 'Bad' }));
  const good = await openRound(owner, buildPlan({ city: 'Good' }));
  await closeWindow(owner, bad.roundId);
  await closeWindow(owner, good.roundId);
  if (broken !== undefined)
    await sql`update round_terms set terms = ${broken} where round_id = ${bad.roundId}`.execute(owner);
  else {
    await sql`alter table round drop constraint round_state_check`.execute(owner);
    await sql`update round set state = 'napping' where id = ${bad.roundId}`.execute(owner);
  }
  const errors: string[] = [];
  await runRounds(owner, { onStepError: ({ message }) => errors.push(message) });
  expect(errors).toEqual([`a step of round ${bad.roundId} failed`]);
  expect(await stateOf(good.roundId)).toBe('ended');
  expect(await countUnreadable(owner)).toBe(broken === undefined ? 0 : 1);
});

test('behavior: an unreadable open round is not on the page, and the other one is', async () => {
  const bad = await openRound(owner, buildPlan({ city: 'Bad' }));
  const good = await openRound(owner, buildPlan({ city: 'Good' }));
  await sql`update round_terms set terms = terms - 'quota' where round_id = ${bad.roundId}`.execute(owner);
  expect((await findOpenRounds(owner)).map(({ roundId }) => roundId)).toEqual([good.roundId]);
  expect((await findLatestRound(owner))?.roundId).toBe(good.roundId);
});

test('behavior: an unreadable plan delays no other, and goes on once it is readable', async () => {
  const plans: bigint[] = [];
  for (const city of ['Bad', 'Good']) {
    await sql`insert into city (name, latitude, longitude) values (${city}, 1, 1)`.execute(owner);
    const published = await publishPlan(owner, buildPlan({ city, firstOpensAt: Date.now() + 3_600_000 }));
    if ('planId' in published) plans.push(published.planId);
  }
  const [bad = 0n, good = 0n] = plans;
  await sql`update phase_plan set plan = jsonb_set(plan, '{later}', plan -> 'windowMs') - 'windowMs'
    where id = ${bad}`.execute(owner);
  const roundsOf = async (planId: bigint) =>
    (await owner.selectFrom('round').select('id').where('plan_id', '=', planId).execute()).length;
  const errors: string[] = [];
  const onStepError = ({ message }: Error) => void errors.push(message);
  await runRounds(owner, { onStepError });
  expect(errors).toEqual([`the next round of plan ${bad} could not be published`]);
  expect([await roundsOf(bad), await roundsOf(good)]).toEqual([0, 1]);
  expect(await countUnreadable(owner)).toBe(1);
  expect(await readLiveTerms(owner)).not.toBeNull();
  await sql`update phase_plan set plan = jsonb_set(plan, '{windowMs}', plan -> 'later'), due_at = now()
    where id = ${bad}`.execute(owner);
  await runRounds(owner, { onStepError });
  expect([errors.length, await roundsOf(bad), await countUnreadable(owner)]).toEqual([1, 1, 0]);
});
