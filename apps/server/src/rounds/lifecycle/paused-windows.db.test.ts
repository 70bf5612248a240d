import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { closesAfterPause } from '@city-mint/domain/rounds/paused-window';
import { admitPart, buildAutoMint } from '@city-mint/tests/builders/auto-mint';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, createPool, type Database } from '#platform/database/database.ts';
import { setSwitch } from '#switches/commands.ts';
import type { SystemPart } from '#switches/queries.ts';
import { runRounds } from '../jobs.ts';
import { readLiveRounds } from '../live/queries.ts';
import { createRoundFeed } from '../live/round-feed.ts';
import { publishNextRound, publishPlan } from '../offers/commands.ts';
import { readRound } from '../offers/queries/rounds.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let test: TestDatabase;
let owner: Database;
let worker: Database;
let operator: Database;

beforeEach(async () => {
  test = await createTestDatabase();
  owner = createDatabase({ url: test.url });
  worker = createDatabase({ ...asRole(test.url, 'city_mint_worker') });
  operator = createDatabase({ ...asRole(test.url, 'city_mint_operator') });
});
afterEach(async () => {
  await Promise.all([owner.destroy(), worker.destroy(), operator.destroy()]);
  await test.drop();
});

const OPERATOR = `0x${'1'.repeat(40)}`;
const pause = (part: SystemPart = 'joins') => setSwitch(operator, { part, paused: true, reason: 'test', by: OPERATOR });
const resume = (part: SystemPart = 'joins') => setSwitch(operator, { part, paused: false, reason: null, by: OPERATOR });

/** Moves the beginning of the current pause `ms` back; returns the new beginning. */
async function agePause(ms: number): Promise<number> {
  const { rows } = await sql<{ since: Date }>`
    update system_switch set paused_since = paused_since - ${ms}::int * interval '1 millisecond'
    where name = 'joins' returning paused_since as since`.execute(owner);
  return rows[0]?.since.getTime() ?? Number.NaN;
}

/** Moves a round's window; the times are milliseconds from now. */
async function setWindow(roundId: bigint, opensIn: number, closesIn: number): Promise<void> {
  const at = (ms: number) => new Date(Date.now() + ms);
  const due = (await readState(roundId)) === 'open' ? closesIn : opensIn;
  await owner
    .updateTable('round')
    .set({ opens_at: at(opensIn), closes_at: at(closesIn), due_at: at(due) })
    .where('id', '=', roundId)
    .execute();
}

async function readRow(roundId: bigint) {
  const row = await owner.selectFrom('round').selectAll().where('id', '=', roundId).executeTakeFirstOrThrow();
  return { ...row, opensAt: row.opens_at.getTime(), closesAt: row.closes_at.getTime() };
}
const readState = async (roundId: bigint) => (await readRow(roundId)).state;

let cities = 0;
const openCity = () => openRound(owner, buildPlan({ city: `City ${++cities}` }));
const openIn = async (opensIn: number, closesIn: number) => {
  const round = await openCity();
  await setWindow(round.roundId, opensIn, closesIn);
  return round;
};

/** Publishes a round that is not open yet. */
async function schedule(opensIn: number, windowMs: number): Promise<OpenRound> {
  const city = `City ${++cities}`;
  await owner.insertInto('city').values({ name: city, latitude: 1, longitude: 1 }).execute();
  const published = await publishPlan(owner, buildPlan({ city, firstOpensAt: Date.now() + opensIn, windowMs }));
  if (!('planId' in published)) throw new Error(JSON.stringify(published));
  await publishNextRound(owner);
  const row = await owner
    .selectFrom('round')
    .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
    .select(['round.id', 'terms_hash'])
    .where('plan_id', '=', published.planId)
    .executeTakeFirstOrThrow();
  return { roundId: row.id, termsHash: row.terms_hash, planId: published.planId };
}

describe('a pause of joins', () => {
  it('extends the window of each open round by its duration, like the domain, and no other window', async () => {
    const [long, within, exactly] = [await openCity(), await openCity(), await openCity()];
    const before = await schedule(-5 * MINUTE, HOUR);
    const later = await schedule(HOUR, HOUR);
    await setWindow(long.roundId, -HOUR, HOUR);
    await setWindow(within.roundId, -HOUR, -5 * MINUTE);
    const all = [long, within, exactly, before, later];
    await pause();
    const pausedAt = await agePause(10 * MINUTE);
    await sql`update round set opens_at = ${new Date(pausedAt - HOUR)}, closes_at = ${new Date(pausedAt)}
      where id = ${exactly.roundId}`.execute(owner);
    const windows = await Promise.all(all.map(({ roundId }) => readRow(roundId)));
    const plans = () => owner.selectFrom('phase_plan').select(['id', 'next_phase_time']).orderBy('id').execute();
    const planned = await plans();

    await runRounds(worker);
    expect(await Promise.all(all.map(({ roundId }) => readState(roundId)))).toEqual([
      'open',
      'open',
      'ended',
      'scheduled',
      'scheduled',
    ]);

    const from = Date.now();
    await resume();
    const until = Date.now() + 2;
    const moved = await Promise.all(all.map(({ roundId }) => readRow(roundId)));
    const resumedAt = pausedAt + (moved[0]?.closesAt ?? 0) - (windows[0]?.closesAt ?? 0);
    expect(resumedAt >= from && resumedAt <= until).toBe(true);
    expect(moved.map(({ closesAt }) => closesAt)).toEqual(
      windows.map((window) => closesAfterPause(window, { pausedAt, resumedAt })),
    );
    expect(moved.map(({ opensAt }) => opensAt)).toEqual(windows.map(({ opensAt }) => opensAt));
    // The next openings move with the windows; terms and their hashes stay as published.
    const shifts = (await plans()).map(({ next_phase_time: at }, index) =>
      at === null ? null : at.getTime() - (planned[index]?.next_phase_time?.getTime() ?? 0),
    );
    const movedBy = moved.map(({ closesAt }, index) => closesAt - (windows[index]?.closesAt ?? 0));
    expect(shifts).toEqual(movedBy.map((ms, index) => (index === 2 ? null : ms)));
    for (const { roundId, termsHash } of all) expect((await readRound(owner, roundId))?.termsHash).toBe(termsHash);

    await runRounds(worker);
    expect(await Promise.all(all.map(({ roundId }) => readState(roundId)))).toEqual([
      'open',
      'open',
      'ended',
      'open',
      'scheduled',
    ]);
  });

  it('toggled repeatedly, and together with every other pause, counts once', async () => {
    const { roundId } = await openIn(-HOUR, HOUR);
    const { closesAt } = await readRow(roundId);
    let paused = 0;
    for (const minutes of [1, 7, 30, 0]) {
      await pause();
      const since = await agePause(minutes * MINUTE);
      for (const part of ['settlement', 'withdrawals', 'swap', 'recharge'] as const) await pause(part);
      // Pausing a paused part again does not restart the pause.
      await pause();
      for (const part of ['withdrawals', 'settlement', 'swap', 'recharge'] as const) await resume(part);
      expect((await readRow(roundId)).closesAt).toBe(closesAt + paused);
      await resume();
      const lifted = await readRow(roundId);
      paused += minutes * MINUTE;
      const slack = lifted.closesAt - closesAt - paused;
      expect(slack >= 0 && slack <= Date.now() - since - minutes * MINUTE + 2).toBe(true);
      paused = lifted.closesAt - closesAt;
      expect(lifted.due_at).toEqual(lifted.closes_at);
    }
  });

  it('ends no window while it lasts, even with three workers that run and restart', async () => {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 100n * JU });
    // Long enough for a busy machine to pause before the window ends.
    const round = await openIn(-HOUR, 2_500);
    const { closesAt } = await readRow(round.roundId);
    await pause();
    while (Date.now() < closesAt + 300) {
      const db = createDatabase({ ...asRole(test.url, 'city_mint_worker'), maxConnections: 3 });
      await Promise.all([runRounds(db), runRounds(db), runRounds(db)]);
      await db.destroy();
    }
    expect(await readState(round.roundId)).toBe('open');
    await resume();
    const pool = createPool({ url: test.url });
    const join = createJoins({ pool, db: owner });
    const requestId = crypto.randomUUID();
    const answer = await join({ ...round, userId, amount: tokenAmount(5n * JU), requestId, consented: true });
    await pool.end();
    expect(answer).toHaveProperty('order.rank', 1);
    while ((await readState(round.roundId)) !== 'ended') await runRounds(worker);
    const { at } = await owner
      .selectFrom('round_transition')
      .select('at')
      .where('round_id', '=', round.roundId)
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    expect(at.getTime() >= (await readRow(round.roundId)).closesAt).toBe(true);
  });

  it('broken twin: without the trigger of the switch the window is lost', async () => {
    await sql`drop trigger system_switch_moves_windows on system_switch`.execute(owner);
    const { roundId } = await openIn(-HOUR, -5 * MINUTE);
    await pause();
    await agePause(10 * MINUTE);
    await resume();
    await runRounds(worker);
    expect(await readState(roundId)).toBe('ended');
  });

  it('lets no round open, so that auto-mint joins it when joins are resumed', async () => {
    const [first = 0n, second = 0n] = await buildParticipants(owner, { count: 2, available: 50n * JU });
    await buildAutoMint(owner, [{ userId: first }, { userId: second }]);
    const round = await schedule(-MINUTE, HOUR);
    await pause();
    await runRounds(worker);
    expect(await readState(round.roundId)).toBe('scheduled');
    // When a pause begins while the worker admits, the rest waits as well.
    expect(await admitPart(owner, { roundId: round.roundId, limit: 10, covering: [] })).toMatchObject({
      isDecided: false,
    });
    await resume();
    await runRounds(worker);
    const row = await readRow(round.roundId);
    expect([row.state, row.order_count]).toEqual(['open', 2]);
  });
});

it('shows listeners and callers that a window is stopped, and its new end', async () => {
  const { roundId } = await openIn(-HOUR, HOUR);
  const feed = createRoundFeed((alsoIds) => readLiveRounds(worker, alsoIds));
  const events = async () => (await feed.poll()).map(({ name, data }) => ({ name, ...JSON.parse(data) }));
  expect(await events()).toEqual([]);
  const { closesAt } = await readRow(roundId);
  await pause();
  const since = (await readRound(worker, roundId))?.pausedSince?.getTime();
  expect(await events()).toMatchObject([{ name: 'round-changed', state: 'open', closesAt, pausedSince: since }]);
  expect(await events()).toEqual([]);
  await resume();
  const moved = await readRow(roundId);
  expect(moved.closesAt > closesAt).toBe(true);
  expect(await events()).toMatchObject([{ name: 'round-changed', closesAt: moved.closesAt, pausedSince: null }]);
  expect(await readRound(worker, roundId)).toMatchObject({ closesAt: moved.closes_at, pausedSince: null });
});
