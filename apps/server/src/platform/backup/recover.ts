import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError } from './backup-error.ts';
import { parseMicroseconds } from './wal-files.ts';

const POLL_MS = 50;
const LAST_TRANSACTION = /last completed transaction was at log time ([\d :.-]+)\+00/;

export type Recovery = {
  /** The folder of the base backup. */
  readonly base: string;
  readonly wal: string;
  /** An empty folder, or none yet. */
  readonly into: string;
  /** As `recovery_target_time`; all that was received without it. */
  readonly to?: string;
  /** The program of the server. */
  readonly postgres: string;
  /** A copy that no one needs after a power cut. */
  readonly throwaway?: boolean;
  readonly signal: AbortSignal;
};

export type Recovered = {
  /** The folder of the server's only socket, which no other user enters; in it every role is accepted. */
  readonly socket: string;
  /** The newest transaction after the base backup's beginning, in microseconds since 1970; null without one. */
  readonly newest: bigint | null;
  /** Ends the server and writes everything to disk. */
  readonly stop: () => Promise<void>;
};

/**
 * Copies a base backup and starts a server on the copy, without the cluster's settings and no address in the network,
 * which replays the received WAL. Returns when it has been promoted. Throws BackupError with the server's words when it
 * does not get there.
 */
export async function recover({ base, wal, into, to, postgres, throwaway, signal }: Recovery): Promise<Recovered> {
  cpSync(base, into, { recursive: true, verbatimSymlinks: true });
  chmodSync(into, 0o700);
  rmSync(join(into, 'standby.signal'), { force: true });
  writeFileSync(join(into, 'recovery.signal'), '');
  const socket = mkdtempSync(join(tmpdir(), 'city-mint-'));
  writeFileSync(join(socket, 'empty.conf'), '');
  writeFileSync(join(socket, 'hba.conf'), 'local all all trust\n');
  const target = to === undefined ? {} : { recovery_target_time: to };
  const settings = {
    ...serverSettings(socket),
    ...target,
    restore_command: restoreCommand(wal),
    fsync: throwaway === true ? 'off' : 'on',
  };
  const args = ['-D', into, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(postgres, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  const log: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => log.push(text));
  const exited = new Promise<void>((done) => {
    child.once('error', (error) => log.push(`FATAL: ${postgres}: ${error.message}`));
    child.once('close', () => done());
  });
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
    rmSync(socket, { recursive: true, force: true });
  };
  if (!(await isPromoted(into, { child, exited, signal }))) {
    await stop();
    throw new BackupError(failureIn(log.join('')));
  }
  const newest = LAST_TRANSACTION.exec(log.join(''))?.[1];
  return { socket, newest: newest === undefined ? null : parseMicroseconds(newest), stop };
}

/** The folder for a new cluster. Throws BackupError when it has anything in it. */
export function prepareEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new BackupError(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Settings in the cluster's own files are not read; those of ALTER SYSTEM are overridden where they would matter. */
function serverSettings(socket: string): Record<string, string> {
  return {
    config_file: join(socket, 'empty.conf'),
    hba_file: join(socket, 'hba.conf'),
    ident_file: join(socket, 'empty.conf'),
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    external_pid_file: '',
    // A recovery that no one reads from may have other limits than its primary.
    hot_standby: 'off',
    recovery_target_timeline: 'latest',
    recovery_target_action: 'promote',
    recovery_target_inclusive: 'on',
    primary_conninfo: '',
    archive_mode: 'off',
    synchronous_standby_names: '',
    shared_preload_libraries: '',
    ssl: 'off',
    autovacuum: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_min_messages: 'warning',
    lc_messages: 'C',
    datestyle: 'ISO',
    timezone: 'UTC',
  };
}

/** The newest file has its final name only once it is full. The server replaces %f and %p, and %% by %. */
function restoreCommand(wal: string): string {
  const folder = `'${wal.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;
  const received = `${folder}/%f`;
  return `if [ -f ${received} ]; then cp ${received} %p; else cp ${received}.partial %p 2>/dev/null; fi`;
}

async function isPromoted(
  data: string,
  { child, exited, signal }: { child: ChildProcess; exited: Promise<void>; signal: AbortSignal },
): Promise<boolean> {
  let hasEnded = false;
  void exited.then(() => (hasEnded = true));
  while (!hasEnded && !signal.aborted) {
    if (isReady(data, child.pid)) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** The line of postmaster.pid that pg_ctl reads too. */
function isReady(data: string, pid: number | undefined): boolean {
  const file = join(data, 'postmaster.pid');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

function failureIn(log: string): string {
  const lines = log.split('\n').filter((line) => /(FATAL|PANIC|ERROR):/.test(line));
  return `the copy was not recovered: ${lines.join('\n') || log.slice(-1_000) || 'it was stopped'}`;
}
