// @module-tag soak-6
import { setTimeout as sleep } from 'node:timers/promises';
import { loginUrl } from '@city-mint/devnet/database-logins';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { verifyLedger } from '@city-mint/server/ledger/transfers/queries';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { setAutoMint } from '@city-mint/server/rounds/auto-mint/commands';
import { type AdvanceSettings, advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { publishNextRound, publishPlan } from '@city-mint/server/rounds/offers/commands';
import type { RoundStepError } from '@city-mint/server/rounds/round/step-errors';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildAutoMint } from '../builders/auto-mint.ts';
import { buildParticipants } from '../builders/participants.ts';
import { buildPlan, JU } from '../builders/rounds.ts';
import { tokenOf } from '../builders/sessions.ts';
import { asRole } from '../setup/as-role.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { countBlocked } from '../setup/hold-locks.ts';
import { startProcess } from './server-process.ts';

const CHUNK_SIZE = 2;

type Opening = { url: string; owner: Database; worker: Database; roundId: bigint; users: bigint[] };

/** Returns a database in which a round is due to open for so many users on auto-mint, the last ones made first. */
async function prepareOpening(count: number): Promise<Opening> {
  const database = await createTestDatabase();
  const { url } = database;
  const { pathname } = new URL(url);
  const owner = createDatabase({ url, statementTimeoutMs: 60_000 });
  // Shorter than the default of a second, so that the tests are fast.
  await sql`alter database ${sql.id(pathname.slice(1))} set deadlock_timeout = '100ms'`.execute(owner);
  const worker = createDatabase({ ...asRole(url, 'city_mint_worker'), statementTimeoutMs: 60_000 });
  onTestFinished(async () => {
    await Promise.all([owner.destroy(), worker.destroy()]);
    await database.drop();
  });
  const users = (await buildParticipants(owner, { count, available: 10n * JU })).toReversed();
  await buildAutoMint(
    owner,
    users.map((userId) => ({ userId, perRoundMaximum: JU })),
  );
  const plan = buildPlan({ firstQuota: tokenAmount(1_000n * JU) });
  await owner.insertInto('city').values({ name: plan.city, latitude: 1, longitude: 1 }).execute();
  await publishPlan(owner, plan);
  await publishNextRound(worker);
  const { id: roundId } = await owner.selectFrom('round').select('id').executeTakeFirstOrThrow();
  return { url, owner, worker, roundId, users };
}

/** Makes each part last long enough to kill a worker within it, as its orders are inserted and at its commit. */
async function slowDown(owner: Database, ms: number): Promise<void> {
  await sql`create function take_time() returns trigger language plpgsql as $$
    begin perform pg_sleep(${sql.raw(String(ms / 1_000))}); return null; end $$`.execute(owner);
  await sql`create trigger at_insert after insert on mint_order for each row when (new.rank % 2 = 1)
    execute function take_time()`.execute(owner);
  await sql`create constraint trigger at_commit after insert on mint_order deferrable initially deferred
    for each row when (new.rank % 2 = 1) execute function take_time()`.execute(owner);
}

/** Parts stop as they insert the order of one of these ranks, until it is released; `untilReached` waits for one. */
async function stopAt({ owner, url }: Opening, ranks: readonly number[]) {
  const holder = createDatabase({ url, maxConnections: 1 });
  onTestFinished(() => holder.destroy());
  await sql`create function stop_at() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(9000 + new.rank); return null; end $$`.execute(owner);
  await sql`create trigger stop_at after insert on mint_order for each row when (new.rank in (1, 3))
    execute function stop_at()`.execute(owner);
  for (const rank of ranks) await sql`select pg_advisory_lock(${9_000 + rank})`.execute(holder);
  return {
    release: (rank: number) => sql`select pg_advisory_unlock(${9_000 + rank})`.execute(holder),
    untilReached: (rank: number) =>
      until(async () => {
        const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${9_000 + rank}
          and database = (select oid from pg_database where datname = current_database()) and not granted`.execute(
          owner,
        );
        return rows.length > 0;
      }),
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  expect(await waitUntil(isSo)).toBe(true);
}

const ranksOf = async ({ owner }: Opening) =>
  (await owner.selectFrom('mint_order').select('rank').orderBy('rank').execute()).map(({ rank }) => rank);

const stateOf = async ({ owner }: Opening) =>
  (await owner.selectFrom('round').select('state').executeTakeFirstOrThrow()).state;

/** Ends the worker, whose connections count their deadlocks then, and returns how often the database undid one. */
async function deadlocksOf({ owner, worker }: Opening): Promise<number> {
  await worker.destroy();
  await until(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'city-mint city_mint_worker'`.execute(owner);
    return rows.length === 0;
  });
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(owner);
  return rows[0]?.deadlocks ?? -1;
}

/** Expects that each user joined once, in the order of the queue, and that every sum is equal to the unit. */
async function expectExact({ owner, roundId, users }: Opening): Promise<void> {
  const orders = await owner.selectFrom('mint_order').select(['user_id', 'rank', 'id']).orderBy('rank').execute();
  expect(orders.map(({ user_id }) => user_id)).toEqual(users);
  expect(orders.map(({ rank }) => rank)).toEqual(users.map((_user, index) => index + 1));
  const { rows } = await sql`
    select round.state, round.order_count as orders, round.filled, o.considered, o.joined,
      o.finished_at is not null as finished,
      (select balance from ledger_account where id = account_escrow(${roundId})) as escrow,
      (select count(*)::int from ledger_transfer t join mint_order m on m.id = t.source_id and m.accepted = t.amount
        where t.kind = kind_join()) as transfers,
      (select count(distinct user_id)::int from auto_mint_cycle where event = 'joined') as logged,
      (select count(*)::int from auto_mint_cycle) as cycles,
      (select bool_and(in_order) from (
        select joined_at >= lag(joined_at, 1, joined_at) over (order by rank) as in_order from mint_order) t) as timed
    from round join auto_mint_opening o on o.round_id = round.id`.execute(owner);
  const count = users.length;
  const sum = BigInt(count) * JU;
  expect(rows).toEqual([
    {
      ...{ state: 'open', orders: count, filled: sum, considered: count, joined: count, finished: true },
      ...{ escrow: sum, transfers: count, logged: count, cycles: count, timed: true },
    },
  ]);
  const { checks } = await verifyLedger(owner);
  // The deposits of the test are of no event on chain.
  const violated = checks.filter(({ check, violations }) => violations > 0 && check !== 'sources-exist');
  expect(violated).toEqual([]);
}

const openOnTwo = ({ worker }: Opening, settings: AdvanceSettings = {}) =>
  advanceRound(worker, { chunkSize: CHUNK_SIZE, opensOnTwo: true, ...settings });

async function openFully(opening: Opening): Promise<void> {
  for (let step = 0; step < 100 && (await stateOf(opening)) === 'scheduled'; step += 1) {
    await sql`update round set due_at = clock_timestamp()`.execute(opening.owner);
    await openOnTwo(opening);
  }
}

/** Begins to open a round and returns once its second part is being written, the first one stopped before its end. */
async function beginTwoParts(opening: Opening, settings?: AdvanceSettings) {
  const stops = await stopAt(opening, [1, 3]);
  const opened = openOnTwo(opening, settings);
  opened.catch(() => undefined);
  await stops.untilReached(3);
  return { opened, release: stops.release };
}

/** The same, once the first part is committed. */
async function commitFirst(opening: Opening) {
  const { opened, release } = await beginTwoParts(opening);
  await release(1);
  await until(async () => (await ranksOf(opening)).length === CHUNK_SIZE);
  return { opened, release: () => release(3) };
}

test('default: the next part is written while the one before is, and committed after it', async () => {
  const opening = await prepareOpening(9);
  const { opened, release } = await beginTwoParts(opening);
  expect(await ranksOf(opening)).toEqual([]);
  await release(3);
  await until(async () => (await countBlocked(opening.owner, 'auto_mint_write')) === 2);
  expect(await ranksOf(opening)).toEqual([]);
  await release(1);
  await opened;
  expect((await ranksOf(opening)).length).toBeGreaterThan(CHUNK_SIZE);
  await openFully(opening);
  await expectExact(opening);
  expect(await deadlocksOf(opening)).toBe(0);
});

/** Starts a worker and kills it soon after its first part, until the round is open; returns the number of kills. */
async function killUntilOpen(opening: Opening): Promise<number> {
  for (let kills = 1; ; kills += 1) {
    const worker = await startProcess('advance-rounds', {
      DATABASE_URL: loginUrl(opening.url, 'city_mint_worker'),
      CHUNK_SIZE: String(CHUNK_SIZE),
    });
    const before = (await ranksOf(opening)).length;
    await until(async () => (await ranksOf(opening)).length > before || (await stateOf(opening)) !== 'scheduled');
    await sleep(Math.random() * 60);
    await worker.end('SIGKILL');
    if ((await stateOf(opening)) !== 'scheduled') return kills;
  }
}

test('default: with a worker killed within any two parts, the result is the same', async () => {
  const opening = await prepareOpening(24);
  await slowDown(opening.owner, 30);
  const kills = await killUntilOpen(opening);
  console.log(`worker killed ${kills} times within an opening of ${24 / CHUNK_SIZE} parts`);
  expect(kills).toBeGreaterThan(2);
  await expectExact(opening);
});

test('behavior: an error in a part that follows is reported; the part is undone, and joined again', async () => {
  const opening = await prepareOpening(5);
  const { owner } = opening;
  await sql`create function fail() returns trigger language plpgsql as $$
    begin raise exception 'a full disk'; end $$`.execute(owner);
  await sql`create trigger then_fail after insert on mint_order for each row when (new.rank = 3)
    execute function fail()`.execute(owner);
  const errors: unknown[] = [];
  const onPartError = ({ roundId, cause }: RoundStepError) => errors.push([roundId, String(cause)]);
  const { opened, release } = await beginTwoParts(opening, { onPartError });
  await release(3);
  await release(1);
  await opened;
  expect(errors).toEqual([[opening.roundId, expect.stringContaining('a full disk')]]);
  expect(await ranksOf(opening)).toEqual([1, 2]);
  await sql`drop trigger then_fail on mint_order`.execute(owner);
  await openFully(opening);
  await expectExact(opening);
});

describe('another worker, while the second part is written', () => {
  async function advanceBeside(opening: Opening): Promise<void> {
    const { opened, release } = await commitFirst(opening);
    const other = openOnTwo(opening).catch(() => undefined);
    const isBlocked = async () => (await countBlocked(opening.owner, 'auto_mint_decide')) > 0;
    await Promise.race([other, waitUntil(isBlocked)]);
    await release();
    await Promise.all([opened, other]);
  }

  test('behavior: does not interfere with the opening', async () => {
    const opening = await prepareOpening(8);
    await advanceBeside(opening);
    await openFully(opening);
    await expectExact(opening);
    expect(await deadlocksOf(opening)).toBe(0);
  });

  test('broken twin: without asking whether it is idle each waits for the other', async () => {
    const opening = await prepareOpening(8);
    await breakFunction(opening.owner, 'auto_mint_decide', ['not auto_mint_is_idle(p_round)', 'false']);
    await advanceBeside(opening);
    expect(await deadlocksOf(opening)).toBeGreaterThan(0);
  });
});

describe('a part that is written while the one before fails', () => {
  /** Opens a round whose first part fails at its commit, while the second one is decided; returns the ranks then. */
  async function failFirst(opening: Opening): Promise<number[]> {
    const { owner } = opening;
    await sql`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'the first part fails'; end $$`.execute(owner);
    await sql`create constraint trigger fail_first after insert on mint_order deferrable initially deferred
      for each row when (new.rank = 1) execute function fail()`.execute(owner);
    const { opened, release } = await beginTwoParts(opening);
    await release(1);
    await release(3);
    await expect(opened).rejects.toThrow('failed');
    await sql`drop trigger fail_first on mint_order`.execute(owner);
    return ranksOf(opening);
  }

  test('behavior: is undone with it, and joined again', async () => {
    const opening = await prepareOpening(6);
    expect(await failFirst(opening)).toEqual([]);
    await openFully(opening);
    await expectExact(opening);
  });

  test('broken twin: without comparing the round with where it was decided, ranks are missing', async () => {
    const opening = await prepareOpening(6);
    await breakFunction(opening.owner, 'auto_mint_write', ['return false', 'null']);
    expect(await failFirst(opening)).toContain(3);
  });
});

describe('while the second part is written', () => {
  /** Returns which orders there were when the change was answered, or when the opening had ended if it waited. */
  async function during(opening: Opening, change: () => Promise<unknown>): Promise<number[]> {
    const { opened, release } = await commitFirst(opening);
    const changed = change().then(() => ranksOf(opening));
    const isBlocked = async () => (await countBlocked(opening.owner, 'auto_mint_hold')) > 0;
    await Promise.race([changed, waitUntil(isBlocked)]);
    await release();
    await opened;
    return changed;
  }

  function turnOff(opening: Opening): Promise<number[]> {
    const api = createDatabase({ ...asRole(opening.url, 'city_mint_api') });
    onTestFinished(() => api.destroy());
    const [, , third = 0n] = opening.users;
    return during(opening, () =>
      setAutoMint(api, { userId: third, token: tokenOf(third), consented: true, change: { enabled: false } }),
    );
  }

  test('behavior: turning it off waits, so that no user is joined after the reply that it is off', async () => {
    expect(await turnOff(await prepareOpening(4))).toEqual([1, 2, 3, 4]);
  });

  test('broken twin: with only one lock of the two, a user is joined after the reply', async () => {
    const opening = await prepareOpening(4);
    await breakFunction(opening.owner, 'auto_mint_lock', ['perform pg_advisory_xact_lock_shared(4207300014)', 'null']);
    expect(await turnOff(opening)).toEqual([1, 2]);
    expect(await ranksOf(opening)).toEqual([1, 2, 3, 4]);
  });

  const pause = (opening: Opening) =>
    sql`update system_switch set paused = true where name = 'joins'`.execute(opening.owner);

  test('behavior: a pause of joins undoes it, and it is joined when joins are resumed', async () => {
    const opening = await prepareOpening(4);
    await during(opening, () => pause(opening));
    expect(await ranksOf(opening)).toEqual([1, 2]);
    await sql`update system_switch set paused = false where name = 'joins'`.execute(opening.owner);
    await openFully(opening);
    await expectExact(opening);
  });

  test('broken twin: without reading the switch again, users are joined after the pause', async () => {
    const opening = await prepareOpening(4);
    await breakFunction(opening.owner, 'auto_mint_write', ["name = 'joins'", "name = 'none'"]);
    await breakFunction(opening.owner, 'open_round', ['joins_paused_since() is not null', 'false']);
    await during(opening, () => pause(opening));
    expect(await ranksOf(opening)).toEqual([1, 2, 3, 4]);
  });
});

describe('a part that overtakes the one before', () => {
  /** Both parts go as far as they can before the first one may go on. */
  async function overtake(opening: Opening): Promise<void> {
    const { opened, release } = await beginTwoParts(opening);
    await release(3);
    await until(async () => (await countBlocked(opening.owner, 'auto_mint_write')) === 2);
    await release(1);
    // A step that the database undid again and again fails.
    await opened.catch(() => undefined);
  }

  test('behavior: waits for it before it moves money', async () => {
    const opening = await prepareOpening(4);
    await overtake(opening);
    await expectExact(opening);
    expect(await deadlocksOf(opening)).toBe(0);
  });

  test('broken twin: without the lock on the escrow from the first, each waits for the other', async () => {
    const opening = await prepareOpening(4);
    await breakFunction(opening.owner, 'auto_mint_decide', ['perform ledger_lock_accounts', 'perform cardinality']);
    await overtake(opening);
    expect(await deadlocksOf(opening)).toBeGreaterThan(0);
  });
});
