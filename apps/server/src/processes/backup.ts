import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '#platform/backup/backup-error.ts';
import { ask, takeBase } from '#platform/backup/base-backups.ts';
import { receiveWal } from '#platform/backup/receive-wal.ts';
import { restore, showMicroseconds } from '#platform/backup/restore.ts';
import { runProgram } from '#platform/backup/run-program.ts';
import { type BackupSettings, readBackupSettings, readLogin } from '#platform/backup/settings.ts';
import { ConfigError } from '#platform/config/config-error.ts';

/**
 * `npm run -s backup -- base | wal | restore --to TIME FOLDER | drill`: base backup, WAL, a restore to a time, and a
 * drill of it, by PostgreSQL's own programs (docs/operating/backup.md). Prints the result; exits with 1 when it
 * failed or found damage, with 2 for other arguments or settings.
 */
const USAGE = `city-mint backup base                     copies the database, and verifies the copy
                 wal                      receives the WAL until it is stopped
                 restore --to TIME FOLDER makes a cluster as it was at TIME (or: newest) in an empty folder
                 drill                    restores everything to a scratch cluster and verifies the ledger in it
`;

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopped.abort());
const { signal } = stopped;

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BackupError || error instanceof ConfigError)) throw error;
  process.stderr.write(`backup: ${error.message}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

async function run(given: readonly string[]): Promise<void> {
  const [command = ''] = given;
  const read = readArguments(given);
  if (read === null || !['base', 'wal', 'restore', 'drill'].includes(command)) return showUsage();
  const settings = readBackupSettings(process.env);
  if (command === 'base') {
    const { path } = await takeBase({ settings, login: readLogin(process.env), signal });
    return show(`${path}: copied and verified`);
  }
  if (command === 'wal') return receiveWal({ settings, login: readLogin(process.env), signal });
  if (command === 'drill') return drill(settings);
  const { folder = '', to = '' } = read;
  return restoreInto(resolve(folder), { settings, to });
}

async function restoreInto(folder: string, { settings, to }: { settings: BackupSettings; to: string }): Promise<void> {
  refuseRoot();
  const from = performance.now();
  const restored = await restore({ settings, into: folder, to, signal });
  await restored.stop();
  const newest = restored.newest === null ? 'the base backup' : showMicroseconds(restored.newest);
  show(`${folder}: the database as of ${newest}, restored in ${secondsSince(from)} s`);
}

/** Restores all that was received, verifies it, and stores when that succeeded. */
async function drill(settings: BackupSettings): Promise<void> {
  refuseRoot();
  const login = new URL(readLogin(process.env).full);
  try {
    mkdirSync(settings.scratch, { mode: 0o700 });
  } catch {
    throw new BackupError(`${settings.scratch} exists: another drill runs, or one was killed; then remove the folder`);
  }
  try {
    const from = performance.now();
    const restored = await restore({ settings, into: settings.scratch, to: 'newest', throwaway: true, signal });
    try {
      const safeUntil = restored.received ?? BigInt(restored.base.endedAt.getTime()) * 1_000n;
      const age = Math.round((Date.now() - Number(safeUntil / 1_000n)) / 1_000);
      show(`base backup of ${restored.base.endedAt.toISOString()}: as in its manifest`);
      show(`newest safe moment: ${showMicroseconds(safeUntil)}, ${age} s ago; restored in ${secondsSince(from)} s`);
      await verifyCopy(restored.socket, login);
      if (settings.metrics !== undefined) writeMetrics(settings.metrics, safeUntil);
    } finally {
      await restored.stop();
    }
  } finally {
    rmSync(settings.scratch, { recursive: true, force: true });
  }
  show('the vault is not compared, which needs the chain: workers do that every 30 s once they run on a copy');
  show('the drill has passed');
}

async function verifyCopy(socket: string, { username, pathname }: URL): Promise<void> {
  const place = (user: string) => `postgres://${user}@${encodeURIComponent(socket)}${pathname}`;
  const superuser = await ask(place(username), async (client) => {
    const { rows } = await client.query<{ name: string }>(`select rolname as name from pg_roles where oid = 10`);
    return encodeURIComponent(rows[0]?.name ?? '');
  });
  // Heads of the journal that were stored elsewhere may be newer than the copy.
  const { JOURNAL_HEAD_FILE: _, ...others } = process.env;
  const env = { ...others, DATABASE_URL: place(superuser) };
  const file = process.execPath;
  const args = [join(import.meta.dirname, 'verify.ts'), 'journal', 'ledger'];
  const { code } = await runProgram({ file, args, env, signal, onOutput: (text) => process.stdout.write(text) });
  if (signal.aborted) throw new BackupError('the drill was stopped');
  if (code !== 0) throw new BackupError('journal or ledger of the restored copy are not whole');
}

/** For the textfile collector of Prometheus' node exporter, which is another user. */
function writeMetrics(file: string, safeUntil: bigint): void {
  const seconds = (ms: number) => (ms / 1_000).toFixed(3);
  writeFileSync(
    `${file}.new`,
    `city_mint_backup_drilled_at_seconds ${seconds(Date.now())}\n` +
      `city_mint_backup_safe_until_seconds ${seconds(Number(safeUntil / 1_000n))}\n`,
  );
  chmodSync(`${file}.new`, 0o644);
  renameSync(`${file}.new`, file);
}

/** Returns the arguments of a restore, none for another command without arguments, and null for all else. */
function readArguments([command = '', ...args]: readonly string[]): { folder?: string; to?: string } | null {
  try {
    const options = { to: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [folder, ...surplus] = positionals;
    if (command !== 'restore') return args.length === 0 ? {} : null;
    return folder === undefined || values.to === undefined || surplus.length > 0 ? null : { folder, to: values.to };
  } catch {
    return null;
  }
}

/** PostgreSQL's server refuses to be root's. */
function refuseRoot(): void {
  if (process.getuid?.() === 0) throw new BackupError('PostgreSQL does not run as root: run it as the user postgres');
}

function secondsSince(from: number): string {
  return ((performance.now() - from) / 1_000).toFixed(1);
}

function showUsage(): void {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}

function show(line: string): void {
  process.stdout.write(`backup: ${line}\n`);
}
