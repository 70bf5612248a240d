import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pickPort } from './ports.ts';
import { findBinaries, type PostgresBinaries } from './postgres/binaries.ts';
import { type DatabaseUser, databaseUser } from './postgres/database-user.ts';
import { endLeftover, isReady } from './postgres/postmaster-file.ts';
import { serverSettings } from './postgres/settings.ts';
import { openProgramOutput } from './program-output.ts';
import { waitUntil } from './wait-until.ts';

/** A running server. `exited` resolves when its process ends, for whatever reason. */
export type EmbeddedPostgres = {
  /** Connection string of the superuser for the database `postgres`. */
  url: string;
  port: number;
  pid: number;
  portWasTaken: boolean;
  exited: Promise<void>;
  /** Fast shutdown: open transactions are rolled back and everything is written to disk. */
  stop(): Promise<void>;
  /** Ends it as a power cut would (SIGKILL). */
  kill(): Promise<void>;
};

const SUPERUSER = 'postgres';
const ATTEMPTS = 5;

/**
 * Starts the PostgreSQL 18 installed by npm on the data in `dataDir` (created when missing) and returns its URL and
 * controls, however long that takes. Works for root, below folders that others cannot enter, and after a killed start:
 * a server left running on these data is ended first. One process at a time may use a `dataDir`. A `port` in use is
 * replaced by a free one, unless `keepsPort`; then the start fails. A `throwaway` server does not wait for the disk: a
 * kill of its processes loses nothing, a power cut everything. An aborted `signal` ends a server that is not ready yet.
 */
export async function startPostgres(options: {
  dataDir: string;
  port?: number;
  keepsPort?: boolean;
  throwaway?: boolean;
  signal?: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const cluster = join(dataDir, 'cluster');
  mkdirSync(dataDir, { recursive: true });
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
  const binaries = findBinaries();
  const user = databaseUser({
    ...(existsSync(cluster) ? { dataOwner: statSync(cluster) } : {}),
    program: binaries.postgres,
    data: cluster,
  });
  const place = { cluster, binaries, user, signal: options.signal };
  const password = readOrCreatePassword(join(dataDir, 'password'));
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster({ ...place, dataDir, password });
  await endLeftover(cluster, options.signal);

  for (let attempt = 1; ; attempt++) {
    const { keepsPort = false, throwaway = false } = options;
    const { port, wasTaken } = await pickPort(attempt === 1 || keepsPort ? options.port : 0, keepsPort);
    const settings = serverSettings(port, { throwaway });
    const started = await launch({ ...place, settings, logFile: join(dataDir, 'postgres.log') });
    if (started.ready) {
      const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
      return { url, port, portWasTaken: wasTaken || (attempt > 1 && !keepsPort), ...controls(started.child) };
    }
    // Another process may have bound the port since, and backends of a killed server need a moment to exit.
    const canPass = /could not bind|Address already in use|still in use|could not create any TCP/.test(started.log);
    const isLast = attempt === ATTEMPTS || options.signal?.aborted === true;
    if (!canPass || isLast) throw new Error(`PostgreSQL did not start in ${cluster}:\n${started.log}`);
    await new Promise((wake) => setTimeout(wake, 200 * attempt));
  }
}

/** Returns the URL of another database on the same server, as the same user. */
export function withDatabase(serverUrl: string, database: string): string {
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${database}`;
  return databaseUrl.href;
}

function readOrCreatePassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

type Place = { cluster: string; binaries: PostgresBinaries; user: DatabaseUser; signal: AbortSignal | undefined };
type ClusterPlan = Place & { dataDir: string; password: string };

/** Created under another name and renamed when complete, so that an interrupted start leaves no partial cluster. */
async function createCluster({ dataDir, cluster, binaries, user, password, signal }: ClusterPlan): Promise<void> {
  const unfinished = `${cluster}.unfinished`;
  const passwordFile = join(dataDir, 'password.initdb');
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (process.getuid?.() === 0) {
    chownSync(unfinished, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'];
  const { file, args, ...as } = user.command(binaries.initdb, [
    ...['-D', unfinished, '-U', SUPERUSER, `--pwfile=${passwordFile}`],
    ...locale,
  ]);
  const output = openProgramOutput(undefined);
  const child = spawn(file, args, { ...as, cwd: '/', stdio: ['ignore', output.stream, output.stream] });
  output.attach(child);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  const code = await new Promise<number | string | null>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', done);
  });
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw new Error(`initdb failed (${code}): ${output.read()}`);
  renameSync(unfinished, cluster);
}

type LaunchPlan = Place & { settings: string[]; logFile: string };
type Launched = { ready: true; child: ChildProcess } | { ready: false; log: string };

async function launch({ cluster, binaries, user, settings, logFile, signal }: LaunchPlan): Promise<Launched> {
  const output = openProgramOutput(logFile);
  const { file, args, ...as } = user.command(binaries.postgres, ['-D', cluster, ...settings]);
  const child = spawn(file, args, { ...as, cwd: '/', stdio: ['ignore', output.stream, output.stream] });
  output.attach(child);
  let hasEnded = false;
  child.once('error', () => (hasEnded = true));
  child.once('exit', () => (hasEnded = true));
  const pid = child.pid ?? 0;
  const giveUp = () => child.kill('SIGQUIT');
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted === true) giveUp();
  await waitUntil(() => hasEnded || isReady(cluster, pid));
  signal?.removeEventListener('abort', giveUp);
  return hasEnded ? { ready: false, log: output.read() } : { ready: true, child };
}

function controls(child: ChildProcess): Pick<EmbeddedPostgres, 'pid' | 'exited' | 'stop' | 'kill'> {
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    pid: child.pid ?? 0,
    exited,
    // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for every client to disconnect.
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  };
}
