import { execFile, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns the name and version of the installed pgbench; undefined where there is none. */
export function findPgbench(): string | undefined {
  const { status, stdout } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' });
  return status === 0 ? /^pgbench \(PostgreSQL\) (\S+)/.exec(stdout)?.[0] : undefined;
}

/** Creates and fills the tables of TPC-B with 100,000 accounts a scale; returns once they are vacuumed. */
export async function createPgbenchTables(url: string, scale: number): Promise<void> {
  await run('pgbench', ['--initialize', '--init-steps=dtGvp', '--quiet', `--scale=${scale}`], connectionOf(url));
}

/** Runs pgbench's own script with prepared statements; returns its transactions a second. */
export async function runPgbench(url: string, load: { clients: number; seconds: number }): Promise<number> {
  const { stdout } = await run(
    'pgbench',
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${load.clients}`, `--time=${load.seconds}`],
      `--jobs=${Math.min(load.clients, availableParallelism())}`,
    ],
    connectionOf(url),
  );
  return parseRate(stdout);
}

/** Returns the transactions a second of what pgbench printed; throws when some failed or there are none. */
export function parseRate(printed: string): number {
  const rate = /^tps = ([\d.]+) \(without initial connection time\)$/m.exec(printed)?.[1];
  const failed = /^number of failed transactions: (\d+)/m.exec(printed)?.[1] ?? '0';
  if (rate === undefined || failed !== '0') throw new Error(`pgbench printed:\n${printed}`);
  return Number(rate);
}

function connectionOf(url: string): { env: NodeJS.ProcessEnv } {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    env: {
      ...process.env,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: decodeURIComponent(password),
      PGDATABASE: pathname.slice(1),
    },
  };
}
