import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../../devnet/wait-until.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { startTestChain, type TestChain } from '../setup/start-test-chain.ts';
import { countJoins } from './count-joins.ts';
import { countPayments } from './count-payments.ts';
import { askAllAgain, countUntold, signInCrowd, startCrowd } from './crowd.ts';
import { forgetRequestIds } from './forget-request-ids.ts';
import type { ServerProcess } from './server-process.ts';
import { openSystem, type System } from './system.ts';

const KILLS = 50;
const TWIN_KILLS = 12;
const WALLETS = 60;

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

/** Kills the api `kills` times, each 20 to 150 ms after it answered joins again, and the worker now and then, while the crowd joins. */
async function killWhileJoining(system: System, { kills }: { readonly kills: number }) {
  let api = await system.start('api');
  let worker = await system.start('worker');
  const members = await signInCrowd(system.owner, { url: system.url, count: WALLETS });
  const crowd = startCrowd({ url: system.url, members, perMember: 1, openRounds: system.openRounds });
  let isOver = false;
  const offering = (async () => {
    for (let offered = 0; !isOver; offered += 1) {
      // Every third round stays far from full and fails; every fourth lets a wallet in for little.
      const quota = offered % 3 === 2 ? 1_000_000n : 200n + BigInt((offered % 10) * 50);
      await system.offerRound({
        quota,
        windowMs: offered % 3 === 2 ? 3_000 : 60_000,
        walletMaximum: offered % 4 === 3 ? 20n : 0n,
      });
      await sleep(1_000);
    }
  })();
  let workerKills = 0;
  const killingWorkers = (async () => {
    while (!isOver) {
      await sleep(2_000 + Math.random() * 3_000);
      await worker.end('SIGKILL');
      workerKills += 1;
      worker = await system.start('worker');
    }
  })();
  for (let kill = 0; kill < kills; kill += 1) {
    const before = crowd.answered();
    await waitUntil(() => crowd.answered() > before, 20_000);
    await sleep(20 + Math.random() * 130);
    await api.end('SIGKILL');
    api = await system.start('api');
  }
  isOver = true;
  await Promise.all([offering, killingWorkers]);
  await crowd.settle();
  return { crowd, workerKills, processes: [api, worker] as readonly ServerProcess[] };
}

test(`default: the api killed ${KILLS} times, and workers: nothing lost, nothing doubled, every round paid as the rules say`, async () => {
  const system = await openTestSystem();
  const { crowd, workerKills, processes } = await killWhileJoining(system, { kills: KILLS });
  const ended = await system.endRounds(30_000);
  const joins = await countJoins(system.owner, { asked: crowd.asked });
  const untold = countUntold(crowd.asked);
  const payments = await countPayments(system.owner);
  const changed = await askAllAgain(system.url, crowd.asked);
  const after = await countJoins(system.owner, { asked: crowd.asked });
  console.log(
    `killed: api ${KILLS}, worker ${workerKills}; asked ${crowd.asked.length}, retries ${crowd.retries()}, orders made and first told to a later try ${untold}; ${JSON.stringify({ ...joins, ...payments })}`,
  );
  for (const process of processes) expect(await process.end('SIGTERM'), process.lines.join('\n')).toBe(0);
  expect(ended).toBe(true);
  expect(joins).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
  expect(after).toEqual(joins);
  expect(changed).toEqual([]);
  expect(payments).toMatchObject({ wrong: 0, repeated: 0, unbalanced: 0 });
  expect(joins.acknowledged).toBeGreaterThan(KILLS);
  expect(crowd.retries()).toBeGreaterThan(KILLS);
  // Without such orders the test would prove nothing.
  expect(untold).toBeGreaterThan(0);
  expect(payments.minted).toBeGreaterThan(0);
  expect(payments.failed).toBeGreaterThan(0);
}, 300_000);

test(`broken twin: with request ids forgotten the same kills double joins`, async () => {
  const system = await openTestSystem();
  await forgetRequestIds(system.owner);
  const { crowd } = await killWhileJoining(system, { kills: TWIN_KILLS });
  const joins = await countJoins(system.owner, { asked: crowd.asked, forgetful: true });
  console.log(
    `twin without request ids, killed ${TWIN_KILLS}: asked ${crowd.asked.length}, retries ${crowd.retries()}; ${JSON.stringify(joins)}`,
  );
  expect(joins.doubled).toBeGreaterThan(0);
  // All the rest still adds up, so no sum would have told.
  expect(joins.gaps).toBe(0);
}, 120_000);
