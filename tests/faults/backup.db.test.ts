// @module-tag soak-4
import { spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@city-mint/devnet/embedded-postgres';
import { databaseUser } from '@city-mint/devnet/postgres/database-user';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { buildParticipants } from '../builders/participants.ts';
import { JU } from '../builders/rounds.ts';
import { buildVaultEvent } from '../builders/vault-events.ts';
import { findPostgresPrograms } from '../setup/postgres-programs.ts';

const BACKUP = join(import.meta.dirname, '../../apps/server/src/processes/backup.ts');
const PASSWORD = 'of the backups';
const TIMEOUT_MS = 600_000;
const soak = { timeout: TIMEOUT_MS };

type Stage = Awaited<ReturnType<typeof setUp>>;

const programs = findPostgresPrograms();
/** Called in reverse order. */
const endings: (() => Promise<unknown>)[] = [];
let stage: Stage;

function skipWithoutPrograms({ skip, task }: TestContext): void {
  if (programs !== null) return;
  const why = 'there is no pg_basebackup 18 (POSTGRES_PROGRAMS)';
  console.log(`skipped: ${task.name}: ${why}`);
  skip(why);
}

/** Starts a command as the user that a database may run as; returns its output and exit code once it has ended. */
function start(stageFolder: string, url: string, args: readonly string[]) {
  const user = databaseUser({ program: process.execPath, data: stageFolder });
  const { file, args: full, ...as } = user.command(process.execPath, [BACKUP, ...args]);
  const env = {
    ...{ PATH: process.env['PATH'], TMPDIR: stageFolder, DATABASE_URL: url, NODE_DISABLE_COMPILE_CACHE: '1' },
    ...{
      BACKUP_FOLDER: join(stageFolder, "o'clock"),
      BACKUP_METRICS_FILE: join(stageFolder, 'drill.prom'),
      POSTGRES_PROGRAMS: programs ?? '',
    },
  };
  const child = spawn(file, full, { ...as, env, cwd: stageFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text));
  const ended = new Promise<{ code: number | null; output: string }>((done) => {
    child.once('close', (code) => done({ code, output: output.join('') }));
  });
  return { child, ended };
}

/** A live cluster, its WAL received, a base backup, and three deposits of 1, 2 and 4 JU with a moment after each. */
async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-backup-'));
  endings.push(async () => rmSync(folder, { recursive: true, force: true }));
  const server = await startPostgres({ dataDir: join(folder, 'live') });
  endings.push(() => server.kill());
  const { uid, gid } = statSync(join(folder, 'live', 'cluster'));
  const backups = join(folder, "o'clock");
  mkdirSync(backups);
  chownSync(backups, uid, gid);
  chownSync(folder, uid, gid);
  await migrate({ url: server.url });
  const owner = createDatabase({ url: server.url });
  endings.push(() => owner.destroy());
  await sql`create role backup_1 login replication password ${sql.lit(PASSWORD)}`.execute(owner);
  const url = new URL(server.url);
  url.username = 'backup_1';
  url.password = PASSWORD;
  const run = (...args: string[]) => start(folder, url.href, args).ended;
  const early = await run('base');
  const wal = start(folder, url.href, ['wal']);
  endings.push(() => {
    wal.child.kill('SIGTERM');
    return wal.ended;
  });
  const isReceiving = async () => {
    const { rows } = await sql`select from pg_replication_slots where active`.execute(owner);
    return rows.length === 1;
  };
  expect(await waitUntil(isReceiving, TIMEOUT_MS)).toBe(true);
  const beforeBase = await clock(owner);
  const base = await run('base');
  const moments: string[] = [];
  for (const amount of [1n, 2n, 4n]) {
    const [user = 0n] = await buildParticipants(owner, { count: 1, available: amount * JU });
    await buildVaultEvent(owner, { kind: 'deposited', sequence: -user, payload: {} });
    await sql`select pg_switch_wal()`.execute(owner);
    await sleep(20);
    moments.push(await clock(owner));
    await sleep(20);
  }
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(owner);
  const isReceived = async () => {
    const at = await sql<{ ok: boolean }>`
      select flush_lsn >= ${rows[0]?.lsn}::pg_lsn as ok from pg_stat_replication`.execute(owner);
    return at.rows[0]?.ok === true;
  };
  expect(await waitUntil(isReceived, TIMEOUT_MS)).toBe(true);
  return { folder, backups, server, owner, run, wal, early, base, beforeBase, moments, url, user: { uid, gid } };
}

async function clock(owner: ReturnType<typeof createDatabase>): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(owner);
  return rows[0]?.now.toISOString() ?? '';
}

/** Restores to a time and returns the new cluster's deposits, in JU. */
async function depositsAt(to: string): Promise<number[]> {
  const dataDir = join(stage.folder, `restored-${to.replaceAll(':', '-')}`);
  mkdirSync(dataDir);
  chownSync(dataDir, stage.user.uid, stage.user.gid);
  const { code, output } = await stage.run('restore', '--to', to, join(dataDir, 'cluster'));
  expect(output).toContain('restored in');
  expect(code).toBe(0);
  cpSync(join(stage.folder, 'live', 'password'), join(dataDir, 'password'));
  const server = await startPostgres({ dataDir });
  const owner = createDatabase({ url: server.url });
  const { rows } = await sql<{ amount: bigint }>`
    select amount from ledger_transfer where kind = kind_deposit() order by amount`.execute(owner);
  await owner.destroy();
  await server.stop();
  return rows.map(({ amount }) => Number(amount / JU));
}

/** Drills while a file of the backups is missing or has another bit; returns its end. */
async function drillWithout(path: string, damage: 'missing' | { readonly at: number }) {
  const whole = readFileSync(path);
  try {
    if (damage === 'missing') rmSync(path);
    else writeFileSync(path, whole.with(damage.at, (whole[damage.at] ?? 0) ^ 1));
    return await stage.run('drill');
  } finally {
    writeFileSync(path, whole, { mode: 0o600 });
    chownSync(path, stage.user.uid, stage.user.gid);
  }
}

describe('backups', soak, () => {
  beforeAll(async () => {
    if (programs !== null) stage = await setUp();
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const end of endings.reverse()) await end();
  }, TIMEOUT_MS);

  test('default: a restore to a time has exactly the transfers before it, and the drill passes', async (context) => {
    skipWithoutPrograms(context);
    expect(stage.early).toMatchObject({ code: 1, output: expect.stringContaining('start city-mint backup wal first') });
    expect(stage.base).toMatchObject({ code: 0, output: expect.stringContaining('copied and verified') });
    const [, second = ''] = stage.moments;
    expect(await depositsAt(second)).toEqual([1, 2]);
    expect(await depositsAt('newest')).toEqual([1, 2, 4]);
    const drill = await stage.run('drill');
    expect(drill.output).toMatch(/newest safe moment: .* restored in .*\n(.*\n)*.*cached-totals-are-sums: yes/);
    expect(drill).toMatchObject({ code: 0, output: expect.stringContaining('the drill has passed') });
    expect(readFileSync(join(stage.folder, 'drill.prom'), 'utf8')).toMatch(
      /^city_mint_backup_drilled_at_seconds \d+\./,
    );
    expect(readdirSync(stage.backups).sort()).toEqual(['base', 'wal']);
  });

  test('default: a restore names the limit that it would pass, and writes nothing', async (context) => {
    skipWithoutPrograms(context);
    const [first = '', , last = ''] = stage.moments;
    const fresh = join(stage.folder, 'fresh');
    const refused = async (to: string, into = fresh) => {
      const { code, output } = await stage.run('restore', '--to', to, into);
      expect(code).toBe(1);
      return output;
    };
    expect(await refused(first, stage.backups)).toContain(`${stage.backups} is not empty`);
    expect(await refused(stage.beforeBase)).toContain(
      `${stage.beforeBase} is before the end of the oldest base backup`,
    );
    expect(await refused(last)).toContain(`${last} is not before the newest received WAL`);
    expect(await refused('2026-11-29 10:40')).toContain('is no time with a zone');
  });

  test('broken twin: a drill names a base backup or WAL that is missing or damaged', async (context) => {
    skipWithoutPrograms(context);
    const names = readdirSync(join(stage.backups, 'wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
    const name = names.at(-2) ?? '';
    const [file, base] = [join(stage.backups, 'wal', name), readdirSync(join(stage.backups, 'base'))[0] ?? ''];
    const damages = [
      [file, 'missing', `WAL file ${name} is missing`],
      [file, { at: 200 }, 'a file of the WAL is damaged'],
      [join(stage.backups, 'base', base, 'global/1262'), { at: 9 }, 'checksum mismatch for file "global/1262"'],
    ] as const;
    for (const [path, damage, words] of damages) {
      expect(await drillWithout(path, damage)).toEqual({ code: 1, output: expect.stringContaining(words) });
    }
    expect(readdirSync(stage.backups).sort()).toEqual(['base', 'wal']);
  });
});
