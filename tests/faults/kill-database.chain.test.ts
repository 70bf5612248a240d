// @module-tag soak-6
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogins } from '@city-mint/devnet/database-logins';
import { startPostgres } from '@city-mint/devnet/embedded-postgres';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { expect, onTestFinished, test } from 'vitest';
import { startTestChain } from '../setup/start-test-chain.ts';
import { countJoins } from './count-joins.ts';
import { countPayments } from './count-payments.ts';
import { askAllAgain, countUnanswered, signInCrowd, startCrowd } from './crowd.ts';
import { openSystem } from './system.ts';

const KILLS = 5;

test(`default: all processes recover from ${KILLS} kills of the database, no join is lost or doubled`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'city-mint-fault-'));
  mkdirSync(dataDir, { recursive: true });
  let postgres = await startPostgres({ dataDir });
  await migrate({ url: postgres.url });
  await createLogins(postgres.url);
  const { port, url } = postgres;
  const chain = await startTestChain();
  const system = await openSystem({ databaseUrl: url, chain });
  onTestFinished(async () => {
    await system.stop();
    await chain.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const processes = await Promise.all([system.start('api'), system.start('worker'), system.start('indexer')]);
  const members = await signInCrowd(system.owner, { url: system.url, count: 60 });
  await system.offerRound({ quota: 1_000_000n, windowMs: 600_000 });
  const crowd = startCrowd({ url: system.url, members, perMember: 1, openRounds: system.openRounds });

  const recoveries: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await system.offerRound({ quota: 400n, windowMs: 600_000 });
    await sleep(500 + Math.random() * 300);
    await postgres.kill();
    await sleep(300);
    postgres = await startPostgres({ dataDir, port });
    const [from, before] = [performance.now(), crowd.answered()];
    expect(await waitUntil(() => crowd.answered() > before + 60)).toBe(true);
    recoveries.push(performance.now() - from);
  }
  await crowd.settle();
  const ended = await system.endRounds(30_000);
  const joins = await countJoins(system.owner, { asked: crowd.asked });
  const payments = await countPayments(system.owner);
  const changed = await askAllAgain(system.url, crowd.asked);
  const indexed = await waitUntil(async () => (await readiness(system.url)) === 200);
  const figures = {
    asked: crowd.asked.length,
    retries: crowd.retries(),
    answeredToLaterTry: countUnanswered(crowd.asked),
    slowestRecoveryMs: Math.round(Math.max(...recoveries)),
  };
  console.log(`database killed ${KILLS} times: ${JSON.stringify({ ...figures, ...joins, ...payments })}`);
  expect(postgres.port).toBe(port);
  expect(processes.filter((process) => process.hasExited()).map(({ name, lines }) => [name, lines])).toEqual([]);
  expect(ended).toBe(true);
  expect(indexed).toBe(true);
  expect(joins).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
  expect(payments).toMatchObject({ wrong: 0, repeated: 0, unbalanced: 0 });
  expect(payments.minted).toBeGreaterThan(0);
  expect(changed).toEqual([]);
  for (const process of processes) expect(await process.end('SIGTERM'), process.lines.join('\n')).toBe(0);
});

async function readiness(url: string): Promise<number> {
  return (await fetch(`${url}/health/ready`)).status;
}
