// @module-tag soak-3
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { type EndedRound, nextRound, type PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { buildAutoMint } from '@city-mint/tests/builders/auto-mint';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, JU } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { advanceRound } from '../lifecycle/commands.ts';
import { parsePlan, parseTerms } from '../terms/stored-terms.ts';
import { publishPlan } from './commands.ts';
import { readRound } from './queries/rounds.ts';

const CITIES = 10;
const ROUNDS = 20;
const KILLS = 10;
const MOST_LATE_MS = 10_000;

let test: TestDatabase;
let owner: Database;

beforeEach(async () => {
  test = await createTestDatabase();
  owner = createDatabase({ url: test.url });
});
afterEach(async () => {
  await owner.destroy();
  await test.drop();
});

async function publish(plan: PhasePlan): Promise<bigint> {
  await owner.insertInto('city').values({ name: plan.city, latitude: 1, longitude: 1 }).execute();
  const answer = await publishPlan(owner, plan);
  if (!('planId' in answer)) throw new Error(JSON.stringify(answer));
  return answer.planId;
}

/** Workers like the process runs them, each with its own connections. */
function startWorkers(count: number) {
  const stopping = new AbortController();
  let lost = 0;
  const loops = Array.from({ length: count }, async () => {
    const db = createDatabase({
      ...asRole(test.url, 'city_mint_worker'),
      maxConnections: 2,
      statementTimeoutMs: 60_000,
    });
    while (!stopping.signal.aborted) {
      await runRounds(db, { signal: stopping.signal }).catch(() => {
        lost += 1;
      });
      await sleep(10);
    }
    await db.destroy();
  });
  return {
    lost: () => lost,
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/**
 * Speeds up time until the signal aborts: moves every planned opening, and the end of every unfilled window, to now.
 */
async function hurry(signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await sleep(25)) {
    await sql`update round set opens_at = clock_timestamp(), due_at = clock_timestamp()
      where state = 'scheduled' and opens_at > clock_timestamp()`.execute(owner);
    await sql`update round set closes_at = clock_timestamp(), due_at = clock_timestamp()
      where state = 'open' and closes_at > clock_timestamp()`.execute(owner);
  }
}

/** Closes the connections of all workers at an arbitrary moment, as if their processes had been killed. */
async function cutWorkers(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'city-mint city_mint_worker'`.execute(owner);
}

const isOver = async () => {
  const running = await owner.selectFrom('phase_plan').select('id').where('state', '=', 'running').execute();
  const due = await owner.selectFrom('round').select('id').where('due_at', 'is not', null).execute();
  return running.length + due.length === 0;
};

async function waitUntilOver(withinMs: number): Promise<void> {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(50)) if (await isOver()) return;
  throw new Error('the phases did not end');
}

const WAYS = {
  minted: ['scheduled', 'open', 'full', 'settling', 'minted', 'ended'],
  failed: ['scheduled', 'open', 'failed', 'liquidating', 'ended'],
} as const;

/** Returns all differences of past phases from the plans and the rules; the domain replays the plans. */
async function findProblems(): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, plan: stored, state, next_phase_time } of await owner
    .selectFrom('phase_plan')
    .selectAll()
    .execute()) {
    const plan = parsePlan(stored);
    const rounds = await owner
      .selectFrom('round')
      .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
      .innerJoin('round_settlement', 'round_settlement.round_id', 'round.id')
      .select(['round.id', 'terms', 'outcome', 'settled_at'])
      .where('plan_id', '=', id)
      .orderBy('number')
      .execute();
    let previous: EndedRound | null = null;
    for (const round of rounds) {
      const planned = nextRound(plan, previous);
      const terms = parseTerms(round.terms);
      const name = `${plan.city} ${terms.number}`;
      if (planned.kind !== 'round') {
        problems.push(`${name} came after the phase was over`);
        continue;
      }
      if (!isDeepStrictEqual(terms, planned.terms)) problems.push(`${name} is not the planned one`);
      const { number, quota, closesAt } = terms;
      const outcome = round.outcome === 'minted' ? 'minted' : 'failed';
      problems.push(...(await findWrongWay(round.id, { name, way: WAYS[outcome] })));
      previous = { number, quota, closesAt, outcome, endedAt: round.settled_at.getTime() };
    }
    const end = nextRound(plan, previous);
    if (end.kind === 'round') problems.push(`${plan.city} misses round ${end.terms.number}`);
    else if (state !== (end.why === 'round-failed' ? 'failed' : 'ended')) problems.push(`${plan.city} is ${state}`);
    if (next_phase_time !== null) problems.push(`${plan.city} is over and plans a next time`);
  }
  return problems;
}

async function findWrongWay(
  roundId: bigint,
  { name, way }: { name: string; way: readonly string[] },
): Promise<string[]> {
  const taken = await owner
    .selectFrom('round_transition')
    .select(['state', 'at'])
    .where('round_id', '=', roundId)
    .execute();
  const inOrder = taken.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || way.indexOf(a.state) - way.indexOf(b.state),
  );
  const states = inOrder.map(({ state }) => state).join();
  return states === way.join() ? [] : [`${name} went ${states}`];
}

/**
 * Returns by how many milliseconds each opening and closing was late; if no worker ran then, counted from their return.
 */
async function readLateness(returnedAt: Date): Promise<number[]> {
  const { rows } = await sql<{ late: number }>`
    select extract(epoch from t.at - case
        when due.at < ${returnedAt} and t.at > ${returnedAt} then ${returnedAt} else due.at end)::float8 * 1000 as late
    from round_transition t join round r on r.id = t.round_id
    cross join lateral (select case t.state when 'open' then r.opens_at else r.closes_at end as at) due
    where t.state in ('open', 'failed')`.execute(owner);
  return rows.map(({ late }) => late);
}

describe('phase plans', () => {
  const title = `runs ${CITIES * ROUNDS} rounds; its three workers are cut off ${KILLS} times and stopped once`;
  it(title, async () => {
    await buildFunds(owner, { reserve: 1_000n * JU, emission: 10_000_000n * JU });
    const users = await buildParticipants(owner, { count: 12, available: 100_000n * JU });
    await buildAutoMint(
      owner,
      users.map((userId, index) => ({ userId, perRoundMaximum: BigInt(index + 5) * JU, parallelRounds: 0 })),
    );
    const timing = { firstOpensAt: Date.now() + 3_600_000, windowMs: 3_600_000, gapMs: 60_000, rounds: ROUNDS };
    const terms = { stageDelaysMs: [0, 50, 100], mintAmount: tokenAmount(100n * JU) } as const;
    for (let city = 0; city < CITIES; city += 1) {
      const quota = { firstQuota: tokenAmount(20n * JU), growthBps: 500 };
      await publish(buildPlan({ city: `City ${city}`, ...timing, ...quota, terms }));
    }
    // Its quota grows beyond the amounts of auto-mint, so its phase ends early.
    await publish(
      buildPlan({ city: 'Too fast', ...timing, firstQuota: tokenAmount(20n * JU), growthBps: 10_000, terms }),
    );

    const flying = new AbortController();
    const flown = hurry(flying.signal);
    const first = startWorkers(3);
    for (let kill = 0; kill < KILLS / 2; kill += 1) {
      await sleep(100 + Math.random() * 200);
      await cutWorkers();
    }
    await first.stop();
    await sleep(1_000);
    const returnedAt = new Date();
    const second = startWorkers(3);
    for (let kill = 0; kill < KILLS / 2; kill += 1) {
      await sleep(100 + Math.random() * 200);
      await cutWorkers();
    }
    await waitUntilOver(240_000);
    flying.abort();
    await flown;
    await second.stop();

    expect(first.lost() + second.lost()).toBeGreaterThan(0);
    expect(await findProblems()).toEqual([]);
    const late = await readLateness(returnedAt);
    expect(late.length).toBeGreaterThan(CITIES * ROUNDS);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThanOrEqual(MOST_LATE_MS);
    const minted = await owner
      .selectFrom('round_settlement')
      .select('round_id')
      .where('outcome', '=', 'minted')
      .execute();
    expect(minted.length).toBeGreaterThan(CITIES * ROUNDS);
    const { rows: wrong } = await sql`
      select currency::text from (
        select ledger_account_currency(id) as currency, sum(balance) as sum from ledger_account group by 1
      ) sums where sum <> 0
      union all
      select id::text from ledger_account where ledger_account_kind(id) in (account_kind_escrow(),
        account_kind_fees(), account_kind_vesting()) and balance <> 0`.execute(owner);
    expect(wrong).toEqual([]);
  }, 300_000);

  it('catches up after an hour in which nothing ran: missed windows end, open ones continue', async () => {
    const hour = 3_600_000;
    const [user = 0n] = await buildParticipants(owner, { count: 1, available: 100n * JU });
    await buildAutoMint(owner, [{ userId: user }]);
    const planned = { rounds: 5, firstQuota: tokenAmount(1_000n * JU) };
    const missed = await publish(
      buildPlan({ city: 'Missed', ...planned, firstOpensAt: Date.now() - hour, windowMs: hour / 2 }),
    );
    const open = await publish(
      buildPlan({ city: 'Open', ...planned, firstOpensAt: Date.now() - hour, windowMs: 2 * hour }),
    );
    const workers = startWorkers(3);
    const started = Date.now();
    const findRound = async (planId: bigint) => {
      const row = await owner.selectFrom('round').select('id').where('plan_id', '=', planId).executeTakeFirst();
      return row && readRound(owner, row.id);
    };
    const readPlans = () => owner.selectFrom('phase_plan').select(['id', 'state']).orderBy('id').execute();
    const isCaughtUp = async () =>
      (await findRound(missed))?.state === 'ended' &&
      (await findRound(open))?.state === 'open' &&
      // A plan whose round failed ends with its next step.
      (await readPlans())[0]?.state !== 'running';
    while (!(await isCaughtUp())) {
      if (Date.now() - started > MOST_LATE_MS) throw new Error('not caught up');
      await sleep(20);
    }
    await workers.stop();
    expect(await findRound(missed)).toMatchObject({ orders: 0, nextPhaseTime: null });
    // Auto-mint joins the window that is still open, and the next one is planned after it.
    const late = await findRound(open);
    expect(late).toMatchObject({ orders: 1, filled: 100n * JU });
    expect(late?.nextPhaseTime?.getTime()).toBe(late?.terms.closesAt);
    expect(await readPlans()).toEqual([
      { id: missed, state: 'failed' },
      { id: open, state: 'running' },
    ]);
  });

  it('plans no further round from the moment a round fails', async () => {
    const planId = await publish(buildPlan({ city: 'Short' }));
    await runRounds(owner);
    const next = async () =>
      (await owner.selectFrom('phase_plan').select('next_phase_time').where('id', '=', planId).executeTakeFirst())
        ?.next_phase_time;
    expect(await next()).not.toBeNull();
    const { id } = await owner.selectFrom('round').select('id').executeTakeFirstOrThrow();
    await closeWindow(owner, id);
    await advanceRound(owner);
    expect(await owner.selectFrom('round').select('state').executeTakeFirst()).toEqual({ state: 'failed' });
    expect(await next()).toBeNull();
  });

  it('opens a round twice only without the key of its transitions, which is detected (the broken twin)', async () => {
    await publish(buildPlan({ city: 'Twice' }));
    await runRounds(owner);
    const { id } = await owner.selectFrom('round').select('id').executeTakeFirstOrThrow();
    const resetRound = () => sql`update round set state = 'scheduled', due_at = clock_timestamp()`.execute(owner);
    await resetRound();
    await expect(advanceRound(owner)).rejects.toThrow();
    await sql`alter table round_transition drop constraint round_transition_pkey`.execute(owner);
    await resetRound();
    await advanceRound(owner);
    await closeWindow(owner, id);
    await runRounds(owner);
    expect(await findProblems()).toEqual(['Twice 1 went scheduled,open,open,failed,liquidating,ended']);
  });
});
