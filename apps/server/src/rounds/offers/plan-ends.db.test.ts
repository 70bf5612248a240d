import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { buildAutoMint, clearAutoMint } from '@city-mint/tests/builders/auto-mint';
import { buildPlan, closeWindow, JU } from '@city-mint/tests/builders/rounds';
import { createRoundsDatabase, type RoundsDatabase } from '@city-mint/tests/setup/create-rounds-database';
import { untilBlocked, whileHeld } from '@city-mint/tests/setup/hold-locks';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { advanceRound, suspendRound } from '../lifecycle/commands.ts';
import { readLiveRounds } from '../live/queries.ts';
import { createRoundFeed } from '../live/round-feed.ts';
import { listSettledRounds } from '../settlement/queries.ts';
import { readSettlementFile } from '../settlement-file/queries.ts';
import { endPlan, publishNextRound, publishPlan, revokePlan } from './commands.ts';
import { readCities } from './queries/cities.ts';
import { findLastPlan, readLiveTerms } from './queries/plans.ts';
import { findLatestRound, findScheduledRounds, readRound } from './queries/rounds.ts';

const REASON = 'announced with a wrong quota';

let test: RoundsDatabase;
let owner: Database;
let worker: Database;
let operator: Database;
let users: readonly bigint[];

beforeEach(async () => {
  test = await createRoundsDatabase({ emission: 100_000n * JU, participants: 3 });
  ({ owner, worker, operator, users } = test);
});
afterEach(() => test.drop());

type PlanFields = Partial<Omit<PhasePlan, 'terms'>>;

let cities = 0;
/** Publishes a plan, in a new city unless `parts` name one; its first round is not published yet. */
async function publish(parts: PlanFields = {}): Promise<{ planId: bigint; plan: PhasePlan }> {
  const plan = buildPlan({ city: `City ${++cities}`, ...parts });
  const city = { name: plan.city, latitude: 1, longitude: 1 };
  await owner
    .insertInto('city')
    .values(city)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const published = await publishPlan(owner, plan);
  if (!('planId' in published)) throw new Error(JSON.stringify(published));
  return { planId: published.planId, plan };
}

const roundsOf = (planId: bigint) =>
  owner
    .selectFrom('round')
    .select(['id', 'number', 'state', 'order_count'])
    .where('plan_id', '=', planId)
    .orderBy('number')
    .execute();
const planRow = (planId: bigint) =>
  owner
    .selectFrom('phase_plan')
    .select(['state', 'due_at', 'next_phase_time'])
    .where('id', '=', planId)
    .executeTakeFirst();
const statesOf = async (roundId: bigint) =>
  (
    await owner.selectFrom('round_transition').select('state').where('round_id', '=', roundId).orderBy('at').execute()
  ).map(({ state }) => state);

async function firstRound(planId: bigint): Promise<bigint> {
  const [round] = await roundsOf(planId);
  if (round === undefined) throw new Error('no round is published');
  return round.id;
}

async function balances(): Promise<unknown> {
  const { rows } = await sql`select id, balance from ledger_account where balance <> 0 order by id`.execute(owner);
  return rows;
}

/** Blocks the worker while it publishes a round: its plan is locked, the round not visible yet. */
const holdPublishing = (tx: Database) => sql`lock table round_terms in exclusive mode`.execute(tx);
/** Blocks an opening during its step: the round is locked, no order placed yet. */
const holdOpening = (tx: Database) => sql`select auto_mint_lock(false)`.execute(tx);

describe('revoking a plan', () => {
  it('removes the planned rounds; the round is settled without orders and shown as revoked', async () => {
    const { planId, plan } = await publish({ firstOpensAt: Date.now() + HOUR_MS });
    await buildAutoMint(owner, [{ userId: users[0] ?? 0n }]);
    await runRounds(worker);
    const roundId = await firstRound(planId);
    await suspendRound(operator, roundId);
    const before = await balances();
    const feed = createRoundFeed((alsoIds) => readLiveRounds(worker, alsoIds));
    await feed.poll();
    expect((await findLatestRound(owner))?.roundId).toBe(roundId);
    expect(await revokePlan(operator, planId, REASON)).toBe(true);
    // Before any worker has seen it.
    expect(await findScheduledRounds(owner)).toEqual([]);
    expect(await findLatestRound(owner)).toBeUndefined();
    expect(await readCities(owner)).toMatchObject([{ phase: null, minted: 0, failed: 0 }]);
    expect((await feed.poll()).map(({ data }) => JSON.parse(data))).toMatchObject([
      { state: 'cancelled', outcome: 'cancelled' },
    ]);

    await runRounds(worker);
    expect(await statesOf(roundId)).toEqual(['scheduled', 'cancelled', 'ended']);
    expect(await readRound(owner, roundId)).toMatchObject({
      ...{ state: 'ended', outcome: 'cancelled', orders: 0, nextPhaseTime: null },
      cancellation: { by: 'revocation', reason: REASON },
    });
    expect(await planRow(planId)).toEqual({ state: 'revoked', due_at: null, next_phase_time: null });
    expect(await balances()).toEqual(before);
    expect((await readSettlementFile(owner, roundId))?.result).toMatchObject({ outcome: 'cancelled' });
    // Computations over settled rounds continue after it.
    expect(await listSettledRounds(owner, 0n)).toMatchObject({ rounds: [{ roundId }], firstUnsettled: null });
    expect(await findLatestRound(owner)).toBeUndefined();
    expect(await publishPlan(owner, plan)).toEqual({ refusal: 'phase-exists' });
    const next = await publish({ city: plan.city, phase: 2, firstOpensAt: Date.now() + HOUR_MS });
    await runRounds(worker);
    expect(await findLatestRound(owner)).toMatchObject({ roundId: await firstRound(next.planId) });
  });

  it('before its first round is published prevents it; the city shows its previous round', async () => {
    const held = await publish({ rounds: 1 });
    await runRounds(worker);
    await closeWindow(owner, await firstRound(held.planId));
    await runRounds(worker);
    const { planId } = await publish({ city: held.plan.city, phase: 2 });
    expect(await revokePlan(operator, planId, REASON)).toBe(true);
    await runRounds(worker);
    expect(await roundsOf(planId)).toEqual([]);
    expect(await planRow(planId)).toEqual({ state: 'revoked', due_at: null, next_phase_time: null });
    expect(await findLatestRound(owner)).toMatchObject({ roundId: await firstRound(held.planId), outcome: 'failed' });
    expect(await readCities(owner)).toMatchObject([{ phase: 1, failed: 1 }]);
    expect(await findLastPlan(owner, held.plan.city)).toMatchObject({ planId: held.planId });
    expect(await readLiveTerms(owner)).toBeNull();
  });

  it('is refused once the round has opened or auto-mint has placed an order, and for a plan that is over', async () => {
    const open = await publish();
    await runRounds(worker);
    expect(await revokePlan(operator, open.planId, REASON)).toBe(false);
    await buildAutoMint(
      owner,
      users.map((userId) => ({ userId, perRoundMaximum: JU })),
    );
    const opening = await publish();
    await publishNextRound(worker);
    await advanceRound(worker, { chunkSize: 1 });
    expect(await roundsOf(opening.planId)).toMatchObject([{ state: 'scheduled', order_count: 1 }]);
    expect(await revokePlan(operator, opening.planId, REASON)).toBe(false);
    const { planId } = await publish({ firstOpensAt: Date.now() + HOUR_MS });
    for (const state of ['ending', 'ended', 'failed', 'cancelled', 'revoked']) {
      await sql`update phase_plan set state = ${state} where id = ${planId}`.execute(owner);
      expect(await revokePlan(operator, planId, REASON)).toBe(false);
    }
    expect(await revokePlan(operator, 999_999n, REASON)).toBe(false);
    const directly = sql`update phase_plan set state = 'revoked' where id = ${planId}`.execute(operator);
    await expect(directly).rejects.toThrow('permission denied');
    await expect(revokePlan(worker, planId, REASON)).rejects.toThrow('permission denied');
  });

  it('race: waits for an opening that is placing orders, and is refused then', async () => {
    await buildAutoMint(
      owner,
      users.map((userId) => ({ userId, perRoundMaximum: JU })),
    );
    const { planId } = await publish();
    await publishNextRound(worker);
    const revoked = await whileHeld(owner, holdOpening, async (release) => {
      const step = advanceRound(worker, { chunkSize: 1 });
      await untilBlocked(owner, 'auto_mint_decide');
      const revoking = revokePlan(operator, planId, REASON);
      await untilBlocked(owner, 'revoke_plan');
      release();
      await step;
      return revoking;
    });
    expect(revoked).toBe(false);
    expect(await planRow(planId)).toMatchObject({ state: 'running' });
    await runRounds(worker);
    expect(await roundsOf(planId)).toMatchObject([{ state: 'open', order_count: 3 }]);
  });

  it('race: a plan that is being revoked neither opens nor takes orders of auto-mint', async () => {
    await buildAutoMint(owner, [{ userId: users[0] ?? 0n }]);
    const { planId } = await publish();
    await publishNextRound(worker);
    const roundId = await firstRound(planId);
    await operator.transaction().execute(async (tx) => {
      expect(await revokePlan(tx, planId, REASON)).toBe(true);
      expect(await runRounds(worker)).toBe(0);
    });
    await runRounds(worker);
    expect(await statesOf(roundId)).toEqual(['scheduled', 'cancelled', 'ended']);
    expect(await roundsOf(planId)).toMatchObject([{ number: 1, order_count: 0 }]);
  });

  it('race: a first round that is concurrently published is cancelled as well', async () => {
    const { planId } = await publish();
    const revoked = await whileHeld(owner, holdPublishing, async (release) => {
      const published = publishNextRound(worker);
      await untilBlocked(owner, 'publish_round');
      const revoking = revokePlan(operator, planId, REASON);
      await untilBlocked(owner, 'revoke_plan');
      release();
      expect(await published).toBe(true);
      return revoking;
    });
    expect(revoked).toBe(true);
    await runRounds(worker);
    expect(await statesOf(await firstRound(planId))).toEqual(['scheduled', 'cancelled', 'ended']);
    expect(await planRow(planId)).toMatchObject({ state: 'revoked', due_at: null });
  });

  it('race: 30 plans that open while two operators revoke each either open or are revoked once', async () => {
    await buildAutoMint(
      owner,
      // Several plans may open before they are revoked.
      users.map((userId) => ({ userId, perRoundMaximum: JU, parallelRounds: 30 })),
    );
    const plans: bigint[] = [];
    for (let count = 0; count < 30; count += 1) plans.push((await publish()).planId);
    const stopping = new AbortController();
    const workers = [1, 2].map(async () => {
      const { signal } = stopping;
      while (!signal.aborted) await runRounds(worker, { signal, chunkSize: 1 });
    });
    const revoked = new Set<bigint>();
    for (const planId of plans.toReversed()) {
      const answers = await Promise.all([1, 2].map(() => revokePlan(operator, planId, REASON)));
      if (answers.includes(true)) revoked.add(planId);
      expect(answers.filter(Boolean).length).toBeLessThanOrEqual(1);
    }
    const left = plans.filter((planId) => !revoked.has(planId));
    const isDone = async () => {
      const { rows } = await sql`select 1 from round where due_at <= clock_timestamp() or state = 'cancelled'
        union all select 1 from phase_plan where due_at <= clock_timestamp()`.execute(owner);
      return rows.length === 0;
    };
    expect(await waitUntil(isDone)).toBe(true);
    stopping.abort();
    await Promise.all(workers);
    for (const planId of left) expect(await roundsOf(planId)).toMatchObject([{ state: 'open', order_count: 3 }]);
    for (const planId of revoked) {
      expect(await planRow(planId)).toEqual({ state: 'revoked', due_at: null, next_phase_time: null });
      for (const { id, order_count } of await roundsOf(planId)) {
        expect(order_count).toBe(0);
        expect(await statesOf(id)).toEqual(['scheduled', 'cancelled', 'ended']);
      }
    }
    expect(revoked.size).toBeGreaterThan(0);
  });
});

describe('ending a plan', () => {
  /** A plan whose first round auto-mint has filled, and whose second is published and opens in an hour. */
  async function publishSecond(parts: PlanFields = {}): Promise<bigint> {
    await buildAutoMint(owner, [{ userId: users[0] ?? 0n }]);
    const { planId } = await publish({
      gapMs: HOUR_MS,
      firstOpensAt: Date.now() - 2 * HOUR_MS,
      windowMs: 3 * HOUR_MS,
      ...parts,
    });
    await runRounds(worker);
    return planId;
  }
  const small = { firstQuota: tokenAmount(10n * JU) };
  const outcomesOf = async (planId: bigint) => {
    const outcomes = await Promise.all((await roundsOf(planId)).map(({ id }) => readRound(owner, id)));
    return outcomes.map((round) => round?.outcome);
  };
  const openNow = (planId: bigint) =>
    sql`update round set opens_at = clock_timestamp(), due_at = clock_timestamp()
      where plan_id = ${planId} and state = 'scheduled'`.execute(owner);

  it.each([
    ['ended', 'minted'],
    ['failed', 'failed'],
  ])('holds the last published round as announced, publishes no other, and the plan is %s', async (state, outcome) => {
    const planId = await publishSecond(small);
    expect(await roundsOf(planId)).toMatchObject([{ state: 'minted' }, { state: 'scheduled' }]);
    expect(await endPlan(operator, planId, 1)).toBe(false);
    const answers = await Promise.all([1, 2].map(() => endPlan(operator, planId, 2)));
    expect(answers.toSorted()).toEqual([false, true]);
    expect(await planRow(planId)).toMatchObject({ state: 'ending', next_phase_time: null });
    expect(await findScheduledRounds(owner)).toMatchObject([{ state: 'scheduled', nextPhaseTime: null }]);
    expect(await readLiveTerms(owner)).not.toBeNull();
    // Its later rounds are no longer computed, so the stored plan need not be readable.
    await sql`update phase_plan set plan = plan - 'growthBps' where id = ${planId}`.execute(owner);
    if (outcome === 'failed') await clearAutoMint(owner);
    await openNow(planId);
    await runRounds(worker);
    const [, second] = await roundsOf(planId);
    if (outcome === 'failed') await closeWindow(owner, second?.id ?? 0n);
    await runRounds(worker);
    expect(await outcomesOf(planId)).toEqual(['minted', outcome]);
    expect(await planRow(planId)).toEqual({ state, due_at: null, next_phase_time: null });
    expect(await readLiveTerms(owner)).toBeNull();
  });

  it('a plan that is not ended continues (the broken twin)', async () => {
    const planId = await publishSecond(small);
    await openNow(planId);
    await runRounds(worker);
    expect(await roundsOf(planId)).toHaveLength(3);
  });

  it('race: a concurrently published round is not the one that the operator read', async () => {
    const { planId } = await publish({ ...small, gapMs: HOUR_MS });
    await buildAutoMint(owner, [{ userId: users[0] ?? 0n }]);
    await publishNextRound(worker);
    while (await advanceRound(worker));
    const ended = await whileHeld(owner, holdPublishing, async (release) => {
      const published = publishNextRound(worker);
      await untilBlocked(owner, 'publish_round');
      const end = endPlan(operator, planId, 1);
      await untilBlocked(owner, 'end_plan');
      release();
      expect(await published).toBe(true);
      return end;
    });
    expect(ended).toBe(false);
    expect(await planRow(planId)).toMatchObject({ state: 'running' });
    expect(await endPlan(operator, planId, 2)).toBe(true);
  });

  it('race: while the plan is being ended no round is published, nor afterwards', async () => {
    const { planId } = await publish({ ...small, gapMs: HOUR_MS });
    await buildAutoMint(owner, [{ userId: users[0] ?? 0n }]);
    await publishNextRound(worker);
    while (await advanceRound(worker));
    await operator.transaction().execute(async (tx) => {
      expect(await endPlan(tx, planId, 1)).toBe(true);
      expect(await publishNextRound(worker)).toBe(false);
    });
    await runRounds(worker);
    expect(await outcomesOf(planId)).toEqual(['minted']);
    expect(await planRow(planId)).toEqual({ state: 'ended', due_at: null, next_phase_time: null });
  });

  it('is refused for a plan that is not running, and to every other role', async () => {
    const planId = await publishSecond(small);
    for (const state of ['ended', 'failed', 'cancelled', 'revoked', 'ending']) {
      await sql`update phase_plan set state = ${state} where id = ${planId}`.execute(owner);
      expect(await endPlan(operator, planId, 2)).toBe(false);
    }
    expect(await endPlan(operator, 999_999n, 1)).toBe(false);
    await expect(endPlan(worker, planId, 2)).rejects.toThrow('permission denied');
  });
});
