// @module-tag soak-2
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogins } from '@city-mint/devnet/database-logins';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { verifyJournal } from '@city-mint/server/ledger/journal/queries';
import { verifyLedger } from '@city-mint/server/ledger/transfers/queries';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startTestChain } from '../setup/start-test-chain.ts';
import { countJoins } from './count-joins.ts';
import { countPayments } from './count-payments.ts';
import { askAllAgain, signInCrowd, startCrowd } from './crowd.ts';
import { startDatabasePair } from './database-pair.ts';
import type { ServerProcess } from './server-process.ts';
import { NO_CHAIN, openSystem } from './system.ts';
import { countWithdrawals, startWithdrawers } from './withdrawers.ts';

const MEMBERS = 24;
/** Six take a minute of every soak; FAILOVERS=20 is for changes of the database's connections. */
const SOAK_FAILOVERS = Number(process.env['FAILOVERS'] ?? 6);
/** Refusals of joins in rounds that have filled since the caller saw them. */
const CLOSED = ['round-full', 'round-not-open'];
/** It takes one to two seconds; this only ends a test whose processes do not recover. */
const RECOVERY_MS = 60_000;

type Load = Awaited<ReturnType<typeof startUnderLoad>>;

/** Opens a system at the address of a primary and its standby, with callers that join and withdraw without end. */
async function startUnderLoad(mode: 'synchronous' | 'asynchronous') {
  const [pair, chain] = await Promise.all([startDatabasePair(), startTestChain()]);
  await migrate({ url: pair.url });
  await createLogins(pair.url);
  await pair.addStandby(mode);
  const system = await openSystem({ databaseUrl: pair.url, chain });
  onTestFinished(async () => {
    await system.stop();
    await chain.stop();
    await pair.stop();
  });
  await sql`update withdrawal_hold set hours = 0`.execute(system.owner);
  const positionFile = join(pair.folder, 'position.json');
  const env = { DATABASE_POSITION_FILE: positionFile };
  const processes = await Promise.all([
    system.start('api', env),
    // Without a node the worker signs nothing: the members' funds are not in the vault.
    system.start('worker', { ...env, RPC_URL: NO_CHAIN.url }),
    system.start('indexer', env),
  ]);
  const members = await signInCrowd(system.owner, { url: system.url, count: MEMBERS });
  await system.offerRound({ quota: 1_000_000n, windowMs: HOUR_MS });
  const crowd = startCrowd({ url: system.url, members, perMember: 1, openRounds: system.openRounds });
  const withdrawers = startWithdrawers({ url: system.url, members: members.slice(0, 4) });
  expect(await waitUntil(() => crowd.answered() > MEMBERS)).toBe(true);
  return { pair, system, processes, crowd, withdrawers, positionFile };
}

/**
 * Kills the primary, or pauses it until its standby is promoted, while a round fills and settles; returns the
 * milliseconds from the promotion to the next join.
 */
async function failOver({ pair, system, crowd }: Load, isKilled: boolean): Promise<number> {
  await system.offerRound({ quota: 150n, windowMs: 600_000 });
  await sleep(500 + Math.random() * 1_000);
  const resume = isKilled ? await pair.killPrimary() : await pair.pausePrimary();
  await pair.promote();
  const [from, before] = [performance.now(), crowd.answered()];
  resume?.();
  expect(await waitUntil(() => crowd.answered() > before, RECOVERY_MS)).toBe(true);
  const recoveryMs = performance.now() - from;
  await pair.addStandby('synchronous');
  return Math.round(recoveryMs);
}

async function checkBooks(owner: Database) {
  const { checks } = await verifyLedger(owner);
  const { fault, entries } = await verifyJournal(owner);
  // The deposits of the crowd are of no event on chain.
  const violated = checks.filter(({ check, violations }) => violations > 0 && check !== 'sources-exist');
  return { violated, fault, entries };
}

const exited = (processes: readonly ServerProcess[]) => processes.filter((process) => process.hasExited());

async function surviveFailovers(count: number): Promise<void> {
  const load = await startUnderLoad('synchronous');
  const { system, processes, crowd, withdrawers } = load;
  const recoveriesMs: number[] = [];
  for (let number = 0; number < count; number += 1) {
    recoveriesMs.push(await failOver(load, number % 2 === 0));
  }
  await Promise.all([crowd.settle(), withdrawers.settle()]);
  const ended = await system.endRounds(120_000);
  const joins = await countJoins(system.owner, { asked: crowd.asked });
  const withdrawals = await countWithdrawals(system.owner, withdrawers.asked);
  const payments = await countPayments(system.owner);
  const changed = await askAllAgain(
    system.url,
    crowd.asked.filter(({ tries }) => tries > 1),
  );
  const errors = crowd.asked.flatMap(({ answer }) => (answer?.ok === false ? [answer.error] : []));
  const books = await checkBooks(system.owner);
  const figures = { recoveriesMs, asked: crowd.asked.length, retries: crowd.retries() };
  console.log(`${count} failovers: ${JSON.stringify({ ...figures, joins, withdrawals, payments })}`);
  expect(exited(processes).map(({ name, lines }) => [name, lines])).toEqual([]);
  expect(ended).toBe(true);
  expect(joins).toMatchObject({ lost: 0, doubled: 0, gaps: 0 });
  expect(errors.filter((error) => !CLOSED.includes(error))).toEqual([]);
  expect(withdrawals).toMatchObject({ lost: 0, doubled: 0 });
  expect(withdrawals.acknowledged).toBeGreaterThan(0);
  expect(payments).toMatchObject({ wrong: 0, repeated: 0, unbalanced: 0 });
  expect(payments.minted).toBeGreaterThan(0);
  expect(changed).toEqual([]);
  expect(books).toMatchObject({ violated: [], fault: null });
  expect(books.entries).toBeGreaterThan(0);
  for (const process of processes) expect(await process.end('SIGTERM'), process.lines.join('\n')).toBe(0);
}

test('default: with a primary killed and one paused no acknowledged join or withdrawal is lost', async () => {
  await surviveFailovers(2);
});

test('default: nor with more primaries killed or paused', { timeout: 1_800_000 }, async () => {
  await surviveFailovers(SOAK_FAILOVERS);
});

test('broken twin: an asynchronous standby lacks acknowledged joins, and each process refuses it', async () => {
  const { pair, system, processes, crowd, withdrawers, positionFile } = await startUnderLoad('asynchronous');
  pair.replication().silence();
  const [answered, replicated] = [crowd.answered(), await newestEntry(pair.standby().url)];
  expect(await waitUntil(() => crowd.answered() > answered + MEMBERS)).toBe(true);
  await Promise.all([crowd.settle(), withdrawers.settle()]);
  const seen = () => BigInt(JSON.parse(readFileSync(positionFile, 'utf8')).entry);
  expect(await waitUntil(() => seen() > replicated)).toBe(true);
  await pair.killPrimary();
  await pair.promote();
  const { lost, lostIds, doubled, gaps } = await countJoins(system.owner, { asked: crowd.asked });
  const withdrawals = await countWithdrawals(system.owner, withdrawers.asked);
  console.log(`asynchronous: ${JSON.stringify({ lost, withdrawals })}`);
  expect(lost).toBeGreaterThanOrEqual(MEMBERS);
  expect(lostIds).toHaveLength(lost);
  expect(withdrawals.lost).toBeGreaterThan(0);
  expect([doubled, gaps, withdrawals.doubled]).toEqual([0, 0, 0]);
  expect(await waitUntil(() => exited(processes).length === processes.length)).toBe(true);
  for (const { name, lines } of processes) expect(lines.join('\n'), name).toMatch(/OlderDatabase.*commits are lost/);
});

async function newestEntry(url: string): Promise<bigint> {
  const db = createDatabase({ url, maxConnections: 1 });
  const { number } = await db.selectFrom('ledger_journal_head').select('number').executeTakeFirstOrThrow();
  await db.destroy();
  return number;
}
