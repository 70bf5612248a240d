import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { countJoins } from './count-joins.ts';
import { signInCrowd, startCrowd } from './crowd.ts';
import { NO_CHAIN } from './no-chain.ts';
import { openSystem } from './system.ts';

const LOGGER = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'platform', 'log', 'create-logger.ts');
/** More than a pipe holds. */
const LINES = 20_000;

test('default: joins go on while the output of the log is closed, and while it is read by nobody', async () => {
  const database = await createTestDatabase();
  const system = await openSystem({ databaseUrl: database.url, chain: NO_CHAIN });
  onTestFinished(async () => {
    await system.stop();
    await database.drop();
  });
  // These log each call.
  const told = { LOG_LEVEL: 'trace' };
  const [closed, unread] = await Promise.all([
    system.start('api', told),
    system.start('second-api', told),
    system.start('worker'),
  ]);
  const members = await signInCrowd(system.owner, { url: system.url, count: 30 });
  await system.offerRound({ quota: 1_000_000n, windowMs: 600_000 });
  const url = [system.url, system.secondUrl];
  const crowd = startCrowd({ url, members, perMember: 1, openRounds: system.openRounds });
  expect(await waitUntil(() => crowd.answered() > 30, 20_000)).toBe(true);
  closed.closeOutput();
  unread.stopReading();
  const before = crowd.answered();
  expect(await waitUntil(() => crowd.answered() > before + 3_000, 60_000)).toBe(true);
  await crowd.settle();
  expect([closed.hasExited(), unread.hasExited()]).toEqual([false, false]);
  // Each of the two answered whatever it was asked, at the first try.
  expect(crowd.retries()).toBe(0);
  expect(await countJoins(system.owner, { asked: crowd.asked })).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
}, 90_000);

test('behavior: lines that nobody reads are dropped at last; a logger that waits for its reader stands still (the broken twin)', async () => {
  const write = `for (let n = 0; n < ${LINES}; n += 1) log.info('x'.repeat(500)); process.stderr.write('done');`;
  const ours = startScript(`import { createLogger } from ${JSON.stringify(LOGGER)};
    const log = createLogger({ name: 'test', level: 'info' }); ${write}`);
  const waiting = startScript(
    `import { pino } from 'pino'; const log = pino(pino.destination({ sync: true })); ${write}`,
  );
  const [done, isWaiting] = [isDone(ours), isDone(waiting)];
  expect(await Promise.race([done, once(ours, 'exit').then(() => false)])).toBe(true);
  // It is still at it while one that waits for nobody is over, and would be for ever.
  expect(await Promise.race([isWaiting, new Promise((resolve) => setTimeout(() => resolve(false), 1_000))])).toBe(
    false,
  );
});

/** A process of one script whose standard output is a pipe that nobody reads. */
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
