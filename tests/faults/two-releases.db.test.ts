// @module-tag soak-3
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { expect, onTestFinished, test } from 'vitest';
import { buildPlan, JU, openRound } from '../builders/rounds.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { countJoins } from './count-joins.ts';
import { signInCrowd, startCrowd } from './crowd.ts';
import { NO_CHAIN, openSystem } from './system.ts';
import { buildRelease, copyAssets, HAS_NGINX, startNginx, startVisitors } from './two-releases.ts';

const WHERE = HAS_NGINX ? '' : ' (skipped: there is no nginx)';

test.skipIf(!HAS_NGINX)(`default: two releases behind nginx under load${WHERE}`, async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-releases-'));
  const root = join(folder, 'srv');
  mkdirSync(join(root, 'assets'), { recursive: true });
  const [before, next] = [buildRelease(folder, 'before'), buildRelease(folder, 'next')];
  copyAssets(before, root);
  const system = await openSystem({ databaseUrl: database.url, chain: NO_CHAIN });
  const start = (name: 'api' | 'second-api', { dist }: typeof before) => system.start(name, { WEB_DIST: dist });
  let [one, two] = [await start('api', before), await start('second-api', before)];
  const nginx = await startNginx(folder, { apis: [system.url, system.secondUrl], root });
  onTestFinished(async () => {
    await nginx.stop();
    await system.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const members = await signInCrowd(system.owner, { url: system.url, count: 20 });
  const terms = { minimum: tokenAmount(JU), walletMaximum: tokenAmount(0n), mintAmount: tokenAmount(7_777n * JU) };
  const quota = tokenAmount(10_000_000n * JU);
  await openRound(system.owner, buildPlan({ city: 'London', windowMs: 600_000, firstQuota: quota, terms }));
  const crowd = startCrowd({ url: nginx.url, members, perMember: 1, openRounds: system.openRounds });
  const visitors = startVisitors(nginx.url, { open: before, count: 3 });
  const underLoad = async () => {
    const from = { joins: crowd.answered(), loads: visitors.loads() };
    while (crowd.answered() < from.joins + 100 || visitors.loads() < from.loads + 20) await sleep(10);
  };

  await underLoad();
  expect(visitors.entries).toEqual(new Set([before.entry]));
  copyAssets(next, root);
  const codes = [await one.end('SIGTERM')];
  one = await start('api', next);
  await underLoad();
  // nginx leaves out an api that has refused three connections for five seconds.
  expect(await waitUntil(() => visitors.entries.has(next.entry), 60_000)).toBe(true);
  expect(visitors.missing).toEqual([]);

  // Broken twin: each api has the files of its own release only.
  renameSync(join(root, 'assets'), join(root, 'elsewhere'));
  await underLoad();
  expect(new Set(visitors.missing).size).toBeGreaterThan(1);
  renameSync(join(root, 'elsewhere'), join(root, 'assets'));
  await underLoad();
  visitors.missing.length = 0;

  codes.push(await two.end('SIGTERM'));
  two = await start('second-api', next);
  await underLoad();
  visitors.entries.clear();
  await underLoad();
  await Promise.all([crowd.settle(), visitors.settle()]);
  // A page of the release before still finds its parts, and each call says that it is replaced.
  expect(visitors.missing).toEqual([]);
  expect(visitors.entries).toEqual(new Set([next.entry]));
  for (let call = 0; call < 6; call += 1) {
    const { headers } = await fetch(`${nginx.url}/api/app/home`);
    expect(headers.get('x-page-release')).toBe(next.entry);
  }
  codes.push(await one.end('SIGTERM'), await two.end('SIGTERM'));
  expect(codes).toEqual([0, 0, 0, 0]);
  const failed = crowd.asked.filter(({ resets, answer }) => resets > 0 || answer?.ok !== true).length;
  const joins = await countJoins(system.owner, { asked: crowd.asked });
  console.log(`two releases: ${JSON.stringify({ failed, loads: visitors.loads(), ...joins })}`);
  expect(failed).toBe(0);
  expect(joins).toMatchObject({ acknowledged: crowd.asked.length, lost: 0, doubled: 0, gaps: 0 });
});
