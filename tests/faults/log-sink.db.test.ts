// @module-tag soak-6
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { countJoins } from './count-joins.ts';
import { signInCrowd, startCrowd } from './crowd.ts';
import { NO_CHAIN, openSystem } from './system.ts';

const LOGGER = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'platform', 'log', 'create-logger.ts');
/** More than the buffer of a pipe holds. */
const LINES = 20_000;

test('default: joins succeed while the output of the log is closed, and while no process reads it', async () => {
  const database = await createTestDatabase();
  const system = await openSystem({ databaseUrl: database.url, chain: NO_CHAIN });
  onTestFinished(async () => {
    await system.stop();
    await database.drop();
  });
  // At this level every call is logged.
  const logEveryCall = { LOG_LEVEL: 'trace' };
  const [closed, unread] = await Promise.all([
    system.start('api', logEveryCall),
    system.start('second-api', logEveryCall),
    system.start('worker'),
  ]);
  const members = await signInCrowd(system.owner, { url: system.url, count: 30 });
  await system.offerRound({ quota: 1_000_000n, windowMs: 600_000 });
  const url = [system.url, system.secondUrl];
  const crowd = startCrowd({ url, members, perMember: 1, openRounds: system.openRounds });
  expect(await waitUntil(() => crowd.answered() > 30)).toBe(true);
  closed.closeOutput();
  unread.stopReading();
  const before = crowd.answered();
  expect(await waitUntil(() => crowd.answered() > before + 3_000)).toBe(true);
  await crowd.settle();
  expect([closed.hasExited(), unread.hasExited()]).toEqual([false, false]);
  // Both answered every call at the first try.
  expect(crowd.retries()).toBe(0);
  expect(await countJoins(system.owner, { asked: crowd.asked })).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
});

test('behavior: lines that are not read are dropped in the end; broken twin: a synchronous logger blocks', async () => {
  const write = `for (let n = 0; n < ${LINES}; n += 1) log.info('x'.repeat(500)); process.stderr.write('done');`;
  const ours = startScript(`import { createLogger } from ${JSON.stringify(LOGGER)};
    const log = createLogger({ name: 'test', level: 'info' }); ${write}`);
  const waiting = startScript(
    `import { pino } from 'pino'; const log = pino(pino.destination({ sync: true })); ${write}`,
  );
  const [done, isWaiting] = [isDone(ours), isDone(waiting)];
  expect(await Promise.race([done, once(ours, 'exit').then(() => false)])).toBe(true);
  // The synchronous one is still blocked when the other one has finished.
  expect(await Promise.race([isWaiting, new Promise((resolve) => setTimeout(() => resolve(false), 1_000))])).toBe(
    false,
  );
});

/** Starts a script whose standard output is a pipe that is never read. */
function startScript(script: string): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function isDone({ stderr }: ChildProcess): Promise<boolean> {
  if (stderr === null) return false;
  let text = '';
  for await (const piece of stderr) {
    text += String(piece);
    if (text.includes('done')) return true;
  }
  return false;
}
