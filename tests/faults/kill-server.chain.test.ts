// @module-tag soak-1
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@city-mint/devnet/wait-until';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildAutoMint } from '../builders/auto-mint.ts';
import { buildParticipants } from '../builders/participants.ts';
import { JU } from '../builders/rounds.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { startTestChain, type TestChain } from '../setup/start-test-chain.ts';
import { countJoins } from './count-joins.ts';
import { countPayments } from './count-payments.ts';
import { askAllAgain, countUnanswered, signInCrowd, startCrowd } from './crowd.ts';
import type { ServerProcess } from './server-process.ts';
import { openSystem, type System } from './system.ts';
import { measureLateness, type Presence, watchSteps } from './watch-steps.ts';

/** As many as a soak has time for; KILLS=50 is for changes of joins or of the queue of settlements. */
const KILLS = Number(process.env['KILLS'] ?? 24);
const INDEXER_KILLS = 4;
const WALLETS = 24;
const AUTO_MINT_WALLETS = 10;
const WORKERS = 3;
const DEPOSITORS = [10, 11, 12, 13, 14, 15];
/** The promise of docs/faults.md for a step that is due while a worker runs. */
const LATEST_MS = 10_000;
/** A worker starts within this beside the others' starts; on a machine that takes longer, everything does. */
const USUAL_START_MS = 3_000;
/** More open rounds than these would be work that grows the longer a machine takes for the kills. */
const MOST_OPEN = 8;

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

async function openTestSystem(): Promise<System> {
  const database = await createTestDatabase();
  const system = await openSystem({ databaseUrl: database.url, chain });
  onTestFinished(async () => {
    await system.stop();
    await database.drop();
  });
  return system;
}

/**
 * Publishes a round every second while few are open; every third one fails far below its quota, every fourth has a
 * wallet maximum. The others stay open until a crowd has filled them, however slow the machine: auto-mint brings 30 JU
 * of each quota.
 */
async function offerRounds(system: System, isOver: () => boolean): Promise<void> {
  for (let offered = 0; !isOver(); offered += 1) {
    const quota = offered % 3 === 2 ? 1_000_000n : 40n + BigInt((offered % 10) * 10);
    await system.offerRound({
      quota,
      windowMs: offered % 3 === 2 ? 3_000 : 3_600_000,
      walletMaximum: offered % 4 === 3 ? 20n : 0n,
    });
    await sleep(1_000);
    await waitUntil(() => isOver() || system.openRounds().length < MOST_OPEN, 120_000);
  }
}

/** Kills a process after `pause` and starts it again, `kills` times; returns the last one. */
async function killRepeatedly(
  system: System,
  name: 'api' | 'second-api' | 'indexer',
  { first, pause, kills }: { first: ServerProcess; pause: () => Promise<void>; kills: number },
): Promise<ServerProcess> {
  let process = first;
  for (let kill = 0; kill < kills; kill += 1) {
    await pause();
    await process.end('SIGKILL');
    process = await system.start(name);
  }
  return process;
}

/** Kills a worker every few seconds, sometimes all together; returns since when at least one was running. */
async function killWorkers(system: System, isOver: () => boolean) {
  const presences: Presence[] = [];
  const running: (ServerProcess | undefined)[] = [];
  const startMs: number[] = [];
  let kills = 0;
  let present = 0;
  const start = async (place: number) => {
    const from = Date.now();
    running[place] = await system.start('worker');
    startMs.push(Date.now() - from);
    present += 1;
    if (present === 1) presences.push({ from: Date.now() });
  };
  const kill = async (place: number) => {
    const worker = running[place];
    present -= 1;
    kills += 1;
    await worker?.end('SIGKILL');
  };
  const places = Array.from({ length: WORKERS }, (_, place) => place);
  await Promise.all(places.map(start));
  for (let round = 0; !isOver(); round += 1) {
    const pauseMs = 3_000 + Math.random() * 3_000;
    await waitUntil(isOver, pauseMs);
    if (isOver()) break;
    const which = round % 5 === 3 ? places : [round % WORKERS];
    await Promise.all(which.map(kill));
    await Promise.all(which.map(start));
  }
  const median = startMs.sort((a, b) => a - b)[Math.floor(startMs.length / 2)] ?? 0;
  return { presences, kills, workerStartMs: median, workers: running.filter((worker) => worker !== undefined) };
}

/** Recharges some wallets, one every half second, each immediately final; returns the sum in base units. */
async function recharge(): Promise<bigint> {
  for (const index of DEPOSITORS) {
    await chain.depositNative(index, 7n * JU);
    await chain.finalize();
    await sleep(500);
  }
  return BigInt(DEPOSITORS.length) * 7n * JU;
}

async function addAutoMint(owner: Database): Promise<bigint[]> {
  const users = await buildParticipants(owner, { count: AUTO_MINT_WALLETS, available: 100_000n * JU });
  await buildAutoMint(
    owner,
    users.map((userId) => ({ userId, perRoundMaximum: 3n * JU })),
  );
  return users;
}

/**
 * Kills the two APIs `KILLS` times in all, each time 20 to 150 ms after an answered join, and workers and the indexer,
 * while a crowd and auto-mint join, rounds open, settle and pay their stages, and wallets recharge.
 */
async function killEverything(system: System) {
  const names = ['api', 'second-api'] as const;
  const apis = await Promise.all(names.map((name) => system.start(name)));
  const members = await signInCrowd(system.owner, { url: system.url, count: WALLETS });
  const autoMint = await addAutoMint(system.owner);
  const urls = [system.url, system.secondUrl];
  const crowd = startCrowd({ url: urls, members, perMember: 1, openRounds: system.openRounds });
  let isOver = false;
  const rest = Promise.all([
    killWorkers(system, () => isOver),
    system
      .start('indexer')
      .then((first) => killRepeatedly(system, 'indexer', { first, pause: () => sleep(5_000), kills: INDEXER_KILLS })),
    recharge(),
    offerRounds(system, () => isOver),
  ]);
  const pause = async () => {
    const before = crowd.answered();
    await waitUntil(() => crowd.answered() > before);
    await sleep(20 + Math.random() * 130);
  };
  const left = await Promise.all(
    apis.map((first, which) =>
      killRepeatedly(system, names[which] ?? 'api', { first, pause, kills: KILLS / names.length }),
    ),
  );
  isOver = true;
  const [{ kills: workerKills, workers, ...watched }, indexer, recharged] = await rest;
  await crowd.settle();
  return { crowd, urls, autoMint, ...watched, workerKills, recharged, processes: [...left, ...workers, indexer] };
}

/** Returns the recharges of the chain in the ledger. */
async function credited(owner: Database): Promise<{ count: number; sum: bigint }> {
  const { rows } = await sql<{ count: number; sum: bigint | null }>`
    select count(*)::int as count, sum(amount) as sum from ledger_transfer where kind = kind_deposit()
      and source_id > 0`.execute(owner);
  return { count: rows[0]?.count ?? 0, sum: rows[0]?.sum ?? 0n };
}

const DEFAULT = 'default: two apis killed many times, workers and the indexer too, lose, double and delay nothing';
test(DEFAULT, { timeout: 3_600_000 }, async () => {
  const system = await openTestSystem();
  await watchSteps(system.owner);
  const run = await killEverything(system);
  const { crowd, urls, autoMint, presences, workerKills, workerStartMs, recharged, processes } = run;
  const ended = await system.endRounds(30_000);
  const joins = await countJoins(system.owner, { asked: crowd.asked, autoMint });
  const unanswered = countUnanswered(crowd.asked);
  const payments = await countPayments(system.owner);
  const lateness = await measureLateness(system.owner, presences);
  const changed = await askAllAgain(urls, crowd.asked);
  const after = await countJoins(system.owner, { asked: crowd.asked, autoMint });
  const isCredited = await waitUntil(async () => (await credited(system.owner)).sum >= recharged);
  const admitted = await system.owner.selectFrom('mint_order').select('id').where('user_id', 'in', autoMint).execute();
  const kills = { apis: KILLS, workers: workerKills, indexer: INDEXER_KILLS };
  const figures = {
    asked: crowd.asked.length,
    retries: crowd.retries(),
    unanswered,
    byAutoMint: admitted.length,
    workerStartMs,
  };
  console.log(`killed ${JSON.stringify(kills)}: ${JSON.stringify({ ...figures, ...lateness, ...joins, ...payments })}`);
  for (const process of processes) expect(await process.end('SIGTERM'), process.lines.join('\n')).toBe(0);
  expect(ended).toBe(true);
  expect(joins).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
  expect(after).toEqual(joins);
  expect(changed).toEqual([]);
  expect(payments).toMatchObject({ wrong: 0, repeated: 0, unbalanced: 0 });
  expect(lateness.worstMs).toBeLessThanOrEqual(LATEST_MS * Math.max(1, workerStartMs / USUAL_START_MS));
  expect(isCredited).toBe(true);
  expect(await credited(system.owner)).toEqual({ count: DEPOSITORS.length, sum: recharged });
  expect(joins.acknowledged).toBeGreaterThan(KILLS);
  expect(crowd.retries()).toBeGreaterThan(KILLS);
  // Without such orders the test would prove nothing.
  expect(unanswered).toBeGreaterThan(0);
  expect(admitted.length).toBeGreaterThan(0);
  expect(payments.minted).toBeGreaterThan(0);
  expect(payments.failed).toBeGreaterThan(0);
});
