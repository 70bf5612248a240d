// @module-tag soak-4
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts';
import { processIdentity } from './process-identity.ts';
import { waitUntil } from './wait-until.ts';

let dataDir: string;
beforeEach(() => {
  // mkdtemp makes a folder of mode 0700, which the database's system user cannot enter when root runs the test.
  const folder = mkdtempSync(join(tmpdir(), 'embedded postgres '));
  dataDir = join(folder, 'data of the test');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

async function start(port?: number): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, ...(port === undefined ? {} : { port }) });
  onTestFinished(() => server.kill());
  return server;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  test('default: version 18, durable, reachable from this machine with the password only', async () => {
    const { url } = await start();
    const settings =
      "current_setting('fsync') f, current_setting('synchronous_commit') s, current_setting('listen_addresses') l";
    const [row] = await query(url, `select ${settings}, current_setting('server_version_num')::int / 10000 v`);
    expect(row).toEqual({ f: 'on', s: 'on', l: '127.0.0.1', v: 18 });
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password');
  });

  test('behavior: committed data survive a stop and SIGKILL', async () => {
    const first = await start();
    await query(first.url, 'create table t as select generate_series(1, 1000) n');
    await first.stop();
    const second = await start();
    await query(second.url, 'insert into t values (1001)');
    await second.kill();
    const third = await start();
    expect(await query(third.url, 'select count(*)::int c from t')).toEqual([{ c: 1001 }]);
  });

  test('behavior: a server that a killed process left running is ended, and its data are used again', async () => {
    const script = `import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
      const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(pid); process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += String(chunk)));
    await new Promise((done) => child.once('close', done));
    const left = Number(printed);
    expect(processIdentity(left)?.commandLine).toContain(dataDir);
    const server = await start();
    expect(processIdentity(left)).toBeNull();
    expect(await query(server.url, 'select 1 one')).toEqual([{ one: 1 }]);
  });

  test('behavior: a postmaster.pid that names an unrelated process prevents no start', async () => {
    const first = await start();
    await first.kill();
    // A program of the system, since another user may not be able to read this Node.
    const stranger = spawn('sleep', ['60'], {
      stdio: 'ignore',
      cwd: '/',
      ...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
    });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    writeFileSync(pidFile, [String(stranger.pid), ...lines.slice(1)].join('\n'));
    await start();
    expect(await waitUntil(() => processIdentity(stranger.pid ?? 0) !== null, 100)).toBe(true);
  });

  test('behavior: a port in use is replaced, and reported', async () => {
    const other = createServer();
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const server = await start(port);
    expect(server.portWasTaken).toBe(true);
    expect(server.port).not.toBe(port);
  });
});
