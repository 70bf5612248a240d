import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@city-mint/devnet/embedded-postgres';
import { waitUntil } from '@city-mint/devnet/wait-until';
import pg from 'pg';
import { copyRunning } from '../setup/copy-running.ts';
import { startTcpProxy, type TcpProxy } from '../setup/tcp-proxy.ts';

/** A primary and its standby, and an address that leads to the primary as HAProxy does. */
export type DatabasePair = {
  /** URL of the owner at the address, which remains the same. */
  readonly url: string;
  /** Removed by `stop`. */
  readonly folder: string;
  readonly primary: () => EmbeddedPostgres;
  /** The standby; throws where there is none. */
  readonly standby: () => EmbeddedPostgres;
  /** The connection between both servers. */
  readonly replication: () => TcpProxy;
  /**
   * Ends a former primary, copies the current one and starts the copy as its standby; when synchronous, commits wait
   * for it from then on.
   */
  addStandby(mode: 'synchronous' | 'asynchronous'): Promise<void>;
  /** Kills every process of the primary. */
  killPrimary(): Promise<void>;
  /** Stops every process of the primary, which then answers nothing. Returns a function that lets it go on. */
  pausePrimary(): Promise<() => void>;
  /** Promotes the standby and leads the address to it; the former primary goes on if it was not killed. */
  promote(): Promise<void>;
  /** Leads the address to this server and resets the connections through it. */
  lead(to: EmbeddedPostgres): void;
  stop(): Promise<void>;
};

type Server = { readonly postgres: EmbeddedPostgres; readonly dataDir: string };

const CATCH_UP_MS = 60_000;

/** Starts a primary without a standby. Returns it with its address. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-pair-'));
  const started: Server[] = [];
  const proxies: TcpProxy[] = [];
  const paused = new Set<number>();
  const start = async () => {
    const dataDir = join(folder, `server-${started.length + 1}`);
    // A kill of its processes loses nothing of what it wrote; only a power cut would.
    const server = { dataDir, postgres: await startPostgres({ dataDir, throwaway: true }) };
    started.push(server);
    return server;
  };
  let primary = await start();
  let standby: Server | undefined;
  let former: Server | undefined;
  const target = { host: '127.0.0.1', port: primary.postgres.port };
  const address = await startTcpProxy(target);
  proxies.push(address);
  const following = () => {
    if (standby === undefined) throw new Error('there is no standby');
    return standby;
  };
  const lead = ({ port }: EmbeddedPostgres) => {
    target.port = port;
    address.reset();
  };
  return {
    url: address.through(primary.postgres.url),
    folder,
    primary: () => primary.postgres,
    standby: () => following().postgres,
    replication: () => proxies.at(-1) ?? address,
    async addStandby(mode) {
      await former?.postgres.kill();
      if (former !== undefined) await rm(former.dataDir, { recursive: true, force: true });
      const { url, port } = primary.postgres;
      const proxy = await startTcpProxy({ host: '127.0.0.1', port });
      proxies.push(proxy);
      const to = join(folder, `server-${started.length + 1}`);
      await copyRunning(url, { from: primary.dataDir, to });
      followPrimary(join(to, 'cluster'), proxy.through(url));
      standby = await start();
      await replicates(url, 'async');
      if (mode === 'asynchronous') return;
      await ask(url, `alter system set synchronous_standby_names = '*'`);
      await ask(url, 'select pg_reload_conf()');
      await replicates(url, 'sync');
    },
    async killPrimary() {
      signalEach(await processesOf(primary.postgres), 'SIGKILL');
      await primary.postgres.exited;
    },
    pausePrimary: async () => pause(await processesOf(primary.postgres), paused),
    async promote() {
      await ask(following().postgres.url, 'select pg_promote(true, 60)');
      former = primary;
      primary = following();
      standby = undefined;
      lead(primary.postgres);
    },
    lead,
    async stop() {
      signalEach(paused, 'SIGKILL');
      await Promise.all(started.map(({ postgres }) => postgres.kill()));
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a copied cluster, which is not running, a standby of the server at `url`. */
export function followPrimary(cluster: string, url: string): void {
  const { hostname, port, username, password } = new URL(url);
  const primary = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const settings = [`primary_conninfo = '${primary}'`, `synchronous_standby_names = ''`];
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(cluster, 'standby.signal'), '', { mode: 0o666 });
}

async function replicates(url: string, state: 'async' | 'sync'): Promise<void> {
  const isThere = async () => {
    const rows = await ask<{ sync_state: string }>(
      url,
      `select sync_state from pg_stat_replication where state = 'streaming'`,
    );
    return rows.some(({ sync_state }) => sync_state === state);
  };
  if (!(await waitUntil(isThere, CATCH_UP_MS))) throw new Error('the standby does not follow');
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the ids of its processes, its parent first, so that it starts no others. */
async function processesOf({ pid, url }: EmbeddedPostgres): Promise<number[]> {
  const children = await ask<{ pid: number }>(url, 'select pid from pg_stat_activity');
  return [pid, ...children.map((child) => child.pid)];
}

/** Stops processes, which are in `paused` until they are resumed by the function that it returns. */
function pause(processes: readonly number[], paused: Set<number>): () => void {
  signalEach(processes, 'SIGSTOP');
  for (const pid of processes) paused.add(pid);
  return () => {
    signalEach(processes, 'SIGCONT');
    for (const pid of processes) paused.delete(pid);
  };
}

function signalEach(processes: Iterable<number>, name: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}
