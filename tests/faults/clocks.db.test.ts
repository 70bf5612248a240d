// @module-tag soak-6
import { join } from 'node:path';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { waitUntil } from '@city-mint/devnet/wait-until';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { breakFunction } from '../setup/break-function.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { countJoins } from './count-joins.ts';
import { countPayments } from './count-payments.ts';
import { signInCrowd, startCrowd } from './crowd.ts';
import { NO_CHAIN, openSystem } from './system.ts';
import { measureLateness, watchSteps } from './watch-steps.ts';

const MINUTE = 60_000;
/** Tolerance between the time that a process sends and the test's clock. */
const CLOCK_TOLERANCE_MS = 10_000;
const LATEST_MS = 10_000;

const withClock = (shiftMs: number) => ({
  CLOCK_SHIFT_MS: String(shiftMs),
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shift-clock.ts')}`,
});

async function openTestSystem() {
  const database = await createTestDatabase();
  const system = await openSystem({ databaseUrl: database.url, chain: NO_CHAIN });
  onTestFinished(async () => {
    await system.stop();
    await database.drop();
  });
  return system;
}

/** Returns how many rounds opened or closed before their time, by the machine's clock. */
async function countEarly(owner: Database): Promise<number> {
  const { rows } = await sql<{ early: number }>`
    select count(*)::int as early from round r join round_transition t on t.round_id = r.id
    where (t.state = 'open' and t.at < r.opens_at) or (t.state = 'failed' and t.at < r.closes_at)`.execute(owner);
  return rows[0]?.early ?? -1;
}

test('default: with clocks minutes and an hour off, rounds follow the database’s clock', async () => {
  const system = await openTestSystem();
  await watchSteps(system.owner);
  await Promise.all([system.start('api', withClock(-60 * MINUTE)), system.start('second-api', withClock(5 * MINUTE))]);
  const from = Date.now();
  await Promise.all([5 * MINUTE, -5 * MINUTE, -60 * MINUTE].map((shift) => system.start('worker', withClock(shift))));
  // Each sign-in text is created and used by the clock of one api; the session is valid at both.
  const signInPlace = { domain: new URL(system.url).host, uri: system.url };
  const [late, early] = await Promise.all(
    [system.url, system.secondUrl].map((url) => signInCrowd(system.owner, { url, count: 6, place: signInPlace })),
  );
  for (const url of [system.url, system.secondUrl]) {
    expect(Math.abs((await readServerTime(`${url}/api/app/config`)) - Date.now())).toBeLessThan(CLOCK_TOLERANCE_MS);
    expect(Math.abs((await readServerTime(url + EVENTS_PATH)) - Date.now())).toBeLessThan(CLOCK_TOLERANCE_MS);
  }
  // Opens in a minute, which is in the past by one of the clocks.
  await system.offerRound({ quota: 100n, windowMs: MINUTE, opensInMs: MINUTE });
  for (const quota of [30n, 1_000_000n, 40n]) await system.offerRound({ quota, windowMs: 3_000 });
  const members = [...(late ?? []), ...(early ?? [])];
  const urls = [system.url, system.secondUrl];
  const crowd = startCrowd({ url: urls, members, perMember: 1, openRounds: system.openRounds });
  const settled = await waitUntil(async () => (await countEnded(system.owner)) === 3);
  await crowd.settle();
  const joins = await countJoins(system.owner, { asked: crowd.asked });
  const payments = await countPayments(system.owner);
  const lateness = await measureLateness(system.owner, [{ from }]);
  console.log(`clocks apart: latest step ${lateness.worstMs} ms; ${JSON.stringify({ ...joins, ...payments })}`);
  expect(settled).toBe(true);
  expect(await countEarly(system.owner)).toBe(0);
  expect(joins).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
  expect(joins.acknowledged).toBeGreaterThan(0);
  expect(payments).toMatchObject({ wrong: 0, repeated: 0, unbalanced: 0 });
  expect(payments.failed).toBeGreaterThan(0);
  expect(lateness.worstMs).toBeLessThanOrEqual(LATEST_MS);
});

test('broken twin: with the worker’s own clock a round opens before its time', async () => {
  const system = await openTestSystem();
  await shiftWorkerClock(system.owner, 5 * MINUTE);
  await system.start('worker');
  await system.offerRound({ quota: 100n, windowMs: MINUTE, opensInMs: MINUTE });
  expect(await waitUntil(async () => (await countEarly(system.owner)) > 0)).toBe(true);
});

/** Shifts the database's clock for the worker's role, as if workers used their own clock. */
async function shiftWorkerClock(owner: Database, shiftMs: number): Promise<void> {
  const shifted = `select pg_catalog.clock_timestamp()
    + case current_setting('role') when 'city_mint_worker' then interval '${shiftMs} milliseconds'
      else interval '0' end`;
  await sql`create function public.clock_timestamp() returns timestamptz language sql volatile
    as ${sql.lit(shifted)}`.execute(owner);
  // Functions decide what is due by the database's clock.
  for (const name of ['auto_mint_decide_part', 'auto_mint_decide', 'open_round']) {
    await breakFunction(owner, name, ['clock_timestamp()', 'public.clock_timestamp()']);
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner);
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set search_path = public, pg_catalog`.execute(owner);
}

async function countEnded(owner: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from round where state = 'ended'`.execute(owner);
  return rows[0]?.n ?? -1;
}

/** Returns the first server time in a response or a stream of events. */
async function readServerTime(url: string): Promise<number> {
  const { body } = await fetch(url);
  const reader = body?.getReader();
  for (let text = ''; ; ) {
    const piece = await reader?.read();
    if (piece?.value === undefined) throw new Error(`no time in ${text}`);
    text += Buffer.from(piece.value).toString();
    const match = /"serverTime":(\d+)/.exec(text);
    if (match === null) continue;
    await reader?.cancel();
    return Number(match[1]);
  }
}
