// @module-tag soak-5
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogins } from '@city-mint/devnet/database-logins';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { expect, onTestFinished, test } from 'vitest';
import { startTestChain } from '../setup/start-test-chain.ts';
import { startDatabasePair } from './database-pair.ts';
import type { ServerProcess } from './server-process.ts';
import { openSystem } from './system.ts';

const NAMES = ['verifier', 'api', 'ops', 'operator', 'worker', 'indexer', 'auditor'] as const;

test('attack: each process ends when it is led back to a former primary, and when restarted there', async () => {
  const [pair, chain] = await Promise.all([startDatabasePair(), startTestChain()]);
  const former = pair.primary();
  await migrate({ url: pair.url });
  await createLogins(pair.url);
  await pair.addStandby('asynchronous');
  const system = await openSystem({ databaseUrl: pair.url, chain });
  const atFormer = createDatabase({ url: former.url, maxConnections: 1 });
  onTestFinished(async () => {
    await Promise.all([system.stop(), atFormer.destroy()]);
    await chain.stop();
    await pair.stop();
  });
  const fileOf = (name: string) => join(pair.folder, `${name}.json`);
  const start = (name: (typeof NAMES)[number]) =>
    system.start(name, { DATABASE_POSITION_FILE: fileOf(name), TREES_FOLDER: pair.folder });
  const processes = await Promise.all(NAMES.map(start));

  await pair.promote();
  const timelineOf = (name: string) =>
    existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')).timeline : 0;
  expect(await waitUntil(() => NAMES.every((name) => timelineOf(name) === 2))).toBe(true);
  expect(processes.filter((process) => process.hasExited())).toEqual([]);

  // It calls itself primary, and takes writes.
  pair.lead(former);
  await atFormer.insertInto('city').values({ name: 'Paris', latitude: 48.9, longitude: 2.4 }).execute();
  expect(await waitUntil(() => processes.every((process) => process.hasExited()))).toBe(true);
  for (const { name, lines } of processes) expect(lines.join('\n'), name).toContain(FORMER);
  for (const name of ['api', 'worker'] as const) expect(await outputUntilEnd(start(name)), name).toContain(FORMER);
});

/** Returns the output of a process that ends while it starts or soon after. */
async function outputUntilEnd(starting: Promise<ServerProcess>): Promise<string> {
  try {
    const process = await starting;
    await waitUntil(() => process.hasExited());
    return process.lines.join('\n');
  } catch (error) {
    return String(error);
  }
}

const FORMER = 'is a former primary, on timeline 1 after 2';
