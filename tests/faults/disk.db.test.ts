// @module-tag soak-3
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogins } from '@city-mint/devnet/database-logins';
import { type EmbeddedPostgres, startPostgres } from '@city-mint/devnet/embedded-postgres';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { sql } from 'kysely';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { buildPlan, JU, openRound } from '../builders/rounds.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI } from '../setup/start-test-api.ts';
import { countJoins } from './count-joins.ts';
import { askAllAgain, countUnanswered, signInCrowd, startCrowd } from './crowd.ts';

const DISK_MIB = 256;
const MEMBERS = 16;

/** Skips a test for which this machine lacks something, and prints why. */
function skip({ skip: skipTest, task }: TestContext, why: string): void {
  console.log(`skipped: ${task.name}: ${why}`);
  skipTest(why);
}

/** Starts a PostgreSQL of this test; returns its URL and controls. */
async function openServer(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const server: { postgres: EmbeddedPostgres } = { postgres: await startPostgres({ dataDir }) };
  onTestFinished(() => server.postgres.kill());
  const { url, port } = server.postgres;
  await migrate({ url });
  await createLogins(url);
  /** Restarts the server if it has exited, as a supervisor would; returns whether it had. */
  const revive = async () => {
    const hasEnded = await Promise.race([server.postgres.exited.then(() => true), sleep(50).then(() => false)]);
    if (hasEnded) server.postgres = await startPostgres({ dataDir, port });
    return hasEnded;
  };
  return { url, server, revive, restart: async () => (server.postgres = await startPostgres({ dataDir, port })) };
}

/** Starts the API on the database, and a crowd that joins and repeats its requests. */
async function openCrowd(url: string) {
  const owner = createDatabase({ url, statementTimeoutMs: 60_000, maxConnections: 4 });
  const api = await startTestApi({ databaseUrl: url });
  onTestFinished(async () => {
    await api.stop();
    await owner.destroy();
  });
  const place = { domain: TEST_DOMAIN, uri: TEST_URI };
  const members = await signInCrowd(owner, { url: api.url, count: MEMBERS, place });
  const { roundId, termsHash } = await openRound(
    owner,
    buildPlan({ windowMs: 3_600_000, firstQuota: tokenAmount(1_000_000n * JU) }),
  );
  const rounds = [{ roundId: String(roundId), termsHash }];
  const crowd = startCrowd({ url: api.url, members, perMember: 1, openRounds: () => rounds });
  expect(await waitUntil(() => crowd.answered() > 30)).toBe(true);
  return { owner, api, crowd };
}

/** Whether the crowd gets answers again. */
function recovers(crowd: { answered: () => number }): Promise<boolean> {
  const before = crowd.answered();
  return waitUntil(() => crowd.answered() > before + 2 * MEMBERS);
}

/** Writes to a file until the disk is full. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  for (let size = 1 << 20; size >= 1; ) {
    try {
      writeSync(descriptor, Buffer.alloc(size));
    } catch {
      size >>= 4;
    }
  }
  closeSync(descriptor);
}

function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test('default: on a full disk calls are busy, reads succeed, and no acknowledged join is lost', async (context) => {
  const disk = mountDisk();
  if (disk === undefined) return skip(context, 'this machine cannot mount a disk');
  const { url, revive } = await openServer(join(disk, 'data'));
  const { owner, api, crowd } = await openCrowd(url);
  const filler = join(disk, 'filler');
  const busyBefore = crowd.retries();
  let [reads, revived] = [0, 0];
  const filling = (async () => {
    for (let attempt = 0; attempt < 30; attempt += 1) {
      fill(filler);
      await sleep(100);
      // Joins that still fit into the write-ahead log may succeed; a server that exited is restarted below.
      if ((await api.send('/api/app/warehouses')).text.startsWith('{"code":200')) reads += 1;
      if (attempt > 5 && crowd.retries() > busyBefore + MEMBERS) break;
    }
  })();
  await filling;
  const busy = crowd.retries() - busyBefore;
  rmSync(filler);
  if (await revive()) revived += 1;
  expect(await recovers(crowd)).toBe(true);
  await crowd.settle();
  const joins = await countJoins(owner, { asked: crowd.asked });
  const figures = { asked: crowd.asked.length, busy, reads, revived, unanswered: countUnanswered(crowd.asked) };
  console.log(`disk full: ${JSON.stringify({ ...figures, ...joins })}`);
  expect(busy).toBeGreaterThan(0);
  expect(reads).toBeGreaterThan(0);
  expect(joins).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
  expect(await askAllAgain(api.url, crowd.asked)).toEqual([]);
});

test('default: after failed syncs the database recovers, and no acknowledged join is lost', async (context) => {
  if (spawnSync('strace', ['-V']).status !== 0) return skip(context, 'strace is not installed');
  const dataDir = mkdtempSync(join(tmpdir(), 'city-mint-disk-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { url, server, revive } = await openServer(dataDir);
  const { owner, api, crowd } = await openCrowd(url);
  const tracer = await failSyncs(server.postgres.pid);
  if (tracer === undefined) return skip(context, 'strace may not attach to a process');
  const before = crowd.retries();
  expect(await waitUntil(() => crowd.retries() > before + MEMBERS)).toBe(true);
  const ended = once(tracer, 'exit');
  tracer.kill('SIGTERM');
  await ended;
  await revive();
  expect(await recovers(crowd)).toBe(true);
  await crowd.settle();
  const joins = await countJoins(owner, { asked: crowd.asked });
  const figures = { asked: crowd.asked.length, retries: crowd.retries(), unanswered: countUnanswered(crowd.asked) };
  console.log(`disk that fails to sync: ${JSON.stringify({ ...figures, ...joins })}`);
  expect(joins).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
  expect(await askAllAgain(api.url, crowd.asked)).toEqual([]);
});

/**
 * Makes every fifth fdatasync of the server and its children fail with EIO; returns undefined if strace may not attach.
 */
async function failSyncs(pid: number): Promise<ChildProcess | undefined> {
  const fault = 'inject=fdatasync:error=EIO:when=5+5';
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const watched = [String(pid), ...started].flatMap((one) => ['-p', one]);
  const tracer = spawn('strace', ['-f', '-qq', '-e', 'trace=fdatasync', '-e', fault, '-o', '/dev/null', ...watched]);
  const early = await Promise.race([once(tracer, 'exit'), sleep(1_500).then(() => undefined)]);
  onTestFinished(() => void tracer.kill('SIGKILL'));
  return early === undefined ? tracer : undefined;
}

test('broken twin: with asynchronous commits acknowledged joins are lost', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'city-mint-disk-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { url, server, restart } = await openServer(dataDir);
  const settings = createDatabase({ url, maxConnections: 1 });
  await sql`alter database postgres set synchronous_commit = off`.execute(settings);
  const { owner, crowd } = await openCrowd(url);
  const { rows } = await sql<{
    pid: number;
  }>`select pid from pg_stat_activity where backend_type = 'walwriter'`.execute(settings);
  const writer = rows[0]?.pid ?? 0;
  await settings.destroy();
  // Stopped, since it would write asynchronous commits to disk within 200 ms.
  process.kill(writer, 'SIGSTOP');
  const before = crowd.answered();
  expect(await waitUntil(() => crowd.answered() > before + MEMBERS)).toBe(true);
  await server.postgres.kill();
  process.kill(writer, 'SIGKILL');
  await restart();
  expect(await recovers(crowd)).toBe(true);
  await crowd.settle();
  const joins = await countJoins(owner, { asked: crowd.asked });
  console.log(`twin with asynchronous commits: ${JSON.stringify(joins)}`);
  expect(joins.lost).toBeGreaterThan(0);
});
