// @module-tag soak-4
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { startTestChain } from '../setup/start-test-chain.ts';
import { countJoins } from './count-joins.ts';
import { countUnanswered, signInCrowd, startCrowd } from './crowd.ts';
import { openSystem } from './system.ts';

const STOPS = 10;

test(`default: an api stopped ${STOPS} times under load answers all requests it accepted, and exits`, async () => {
  const chain = await startTestChain();
  const database = await createTestDatabase();
  const system = await openSystem({ databaseUrl: database.url, chain });
  onTestFinished(async () => {
    await system.stop();
    await database.drop();
    await chain.stop();
  });
  const worker = await system.start('worker');
  let api = await system.start('api');
  const members = await signInCrowd(system.owner, { url: system.url, count: 60 });
  await system.offerRound({ quota: 10_000_000n, windowMs: 600_000 });
  const crowd = startCrowd({ url: system.url, members, perMember: 1, openRounds: system.openRounds });
  const endings: { code: number | null; ms: number }[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    const before = crowd.answered();
    while (crowd.answered() < before + 100) await sleep(10);
    const from = performance.now();
    const code = await api.end('SIGTERM');
    endings.push({ code, ms: performance.now() - from });
    api = await system.start('api');
  }
  await crowd.settle();
  const from = performance.now();
  endings.push({ code: await worker.end('SIGTERM'), ms: performance.now() - from });
  const joins = await countJoins(system.owner, { asked: crowd.asked });
  const unanswered = countUnanswered(crowd.asked);
  const resets = crowd.asked.reduce((sum, entry) => sum + entry.resets, 0);
  const slowest = Math.max(...endings.map(({ ms }) => ms));
  const figures = { slowestMs: Math.round(slowest), resets, unanswered, ...joins };
  console.log(`stopped ${STOPS} times: ${JSON.stringify(figures)}`);
  expect(endings.map(({ code }) => code)).toEqual(endings.map(() => 0));
  expect(slowest).toBeLessThan(10_000);
  expect(joins).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
  expect(unanswered).toBe(0);
});
