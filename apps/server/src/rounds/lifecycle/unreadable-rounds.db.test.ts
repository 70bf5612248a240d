import { buildPlan, closeWindow, openRound } from '@city-mint/tests/builders/rounds';
import { countRowsRead } from '@city-mint/tests/setup/count-rows-read';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { publishPlan } from '../offers/commands.ts';
import { readLiveTerms } from '../offers/queries/plans.ts';
import { findLatestRound, findOpenRounds } from '../offers/queries/rounds.ts';
import { createUnreadableCounter } from '../offers/queries/unreadable.ts';

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
])('behavior: a round with %s raises an alarm, and the others continue', async (_what, broken) => {
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
  expect(await createUnreadableCounter(owner)()).toBe(broken === undefined ? 0 : 1);
});

test('behavior: an unreadable open round is not on the page, and the other one is', async () => {
  const bad = await openRound(owner, buildPlan({ city: 'Bad' }));
  const good = await openRound(owner, buildPlan({ city: 'Good' }));
  await sql`update round_terms set terms = terms - 'quota' where round_id = ${bad.roundId}`.execute(owner);
  expect((await findOpenRounds(owner)).map(({ roundId }) => roundId)).toEqual([good.roundId]);
  expect((await findLatestRound(owner))?.roundId).toBe(good.roundId);
});

test('behavior: an unreadable plan delays no other, and continues once it is readable', async () => {
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
  const countUnreadable = createUnreadableCounter(owner);
  const errors: string[] = [];
  const onStepError = ({ message }: Error) => void errors.push(message);
  await runRounds(owner, { onStepError });
  expect(errors).toEqual([`the next round of plan ${bad} could not be published`]);
  expect([await roundsOf(bad), await roundsOf(good)]).toEqual([0, 1]);
  expect(await countUnreadable()).toBe(1);
  expect(await readLiveTerms(owner)).not.toBeNull();
  await sql`update phase_plan set plan = jsonb_set(plan, '{windowMs}', plan -> 'later'), due_at = now()
    where id = ${bad}`.execute(owner);
  await runRounds(owner, { onStepError });
  expect([errors.length, await roundsOf(bad), await countUnreadable()]).toEqual([1, 1, 0]);
});

test('behavior: does not read readable rows again, but the rows added since', async () => {
  const countUnreadable = createUnreadableCounter(owner);
  const known = await openRound(owner, buildPlan({ city: 'Known', rounds: 1 }));
  expect(await countUnreadable()).toBe(0);
  await sql`insert into round (plan_id, city_id, phase, number, state, opens_at, closes_at, late_ms, quota, minimum,
      wallet_maximum, due_at)
    select plan_id, city_id, phase, number + n, state, opens_at, closes_at, 0, quota, 1, 0, due_at
    from round, generate_series(1, 3000) n where id = ${known.roundId}`.execute(owner);
  await sql`insert into round_terms (round_id, terms, terms_hash)
    select r.id, t.terms, t.terms_hash from round r, round_terms t
    where t.round_id = ${known.roundId} and r.id <> ${known.roundId}`.execute(owner);
  await sql`vacuum analyze`.execute(owner);
  const rowsOfCalls = (calls: number) =>
    countRowsRead({ url: database.url, tables: ['round_terms'] }, async (reader) => {
      const count = createUnreadableCounter(reader);
      for (let call = 1; call <= calls; call += 1) expect(await count()).toBe(0);
    });
  const once = await rowsOfCalls(1);
  expect(once).toBeGreaterThan(3_000);
  expect((await rowsOfCalls(3)) - once).toBeLessThan(100);
  expect(await countUnreadable()).toBe(0);
  await sql`update round_terms set terms = terms - 'quota'
    where round_id = (select max(id) from round)`.execute(owner);
  expect(await countUnreadable()).toBe(0);
  expect(await createUnreadableCounter(owner)()).toBe(1);
  const bad = await openRound(owner, buildPlan({ city: 'Bad' }));
  await sql`update round_terms set terms = terms - 'quota' where round_id = ${bad.roundId}`.execute(owner);
  expect(await countUnreadable()).toBe(1);
  await sql`update round set due_at = null where id = ${bad.roundId}`.execute(owner);
  expect(await countUnreadable()).toBe(0);
});
