import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@city-mint/devnet/embedded-postgres';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, createPool } from '#platform/database/database.ts';
import { createFence, type Fence } from '#platform/database/fence.ts';
import { migrate } from '#platform/database/migrate.ts';
import { watchDatabase } from './watch-database.ts';

/** A primary, and a copy of it that was promoted: both call themselves primary, as after a failover by Patroni. */
let [former, current]: [EmbeddedPostgres?, EmbeddedPostgres?] = [];
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'city-mint-fence-'));
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  former = await startPostgres({ dataDir: one, throwaway: true });
  await migrate({ url: former.url });
  await seal(former.url, 1);
  await former.stop();
  mkdirSync(two);
  execFileSync('cp', ['-a', join(one, 'cluster'), join(one, 'password'), two]);
  writeFileSync(join(two, 'cluster', 'standby.signal'), '');
  former = await startPostgres({ dataDir: one, throwaway: true });
  current = await startPostgres({ dataDir: two, throwaway: true });
  await ask(current.url, 'select pg_promote()');
});
afterAll(async () => {
  await Promise.all([former?.stop(), current?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (server: EmbeddedPostgres | undefined) => server?.url ?? '';

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Seals an entry of the journal, whose hash differs with `variant`. */
async function seal(url: string, number: number, variant = 0): Promise<void> {
  const hash = `decode(repeat('0${number}${variant}0', 16), 'hex')`;
  const zeros = `decode(repeat('00', 16), 'hex')`;
  await ask(
    url,
    `insert into ledger_journal (number, first_id, last_id, transfers, digests, salt, content, hash)
      values (${number}, ${number}, ${number}, 1, ${zeros}, ${zeros}, ${hash}, ${hash});
    update ledger_journal_head set number = ${number}, hash = ${hash}`,
  );
}

/** Opens a connection of a process to a server. */
async function connectTo(url: string, fence: Fence): Promise<void> {
  const pool = createPool({ url, fence, maxConnections: 1 });
  await pool.query('select 1').finally(() => pool.end());
}

const FORMER = /is a former primary, on timeline 1 after 2/;

describe('a process of which one connection has been led to the new primary', () => {
  /** Returns what a pool whose only connection was opened before writes after another has seen the promotion. */
  async function writeAfterPromotion(fence: Fence | undefined): Promise<number | null> {
    const one = createPool({ url: urlOf(former), maxConnections: 1, ...(fence && { fence }) });
    const client = await one.connect();
    const inUse = client.query('select pg_sleep(60)').then(
      () => 'answered',
      () => 'closed',
    );
    const idle = createPool({ url: urlOf(former), maxConnections: 1, ...(fence && { fence }) });
    onTestFinished(async () => {
      client.release(true);
      await Promise.all([one.end(), idle.end()]);
    });
    await idle.query('select 1');
    await connectTo(urlOf(current), fence ?? createFence());
    if (fence !== undefined) expect(await inUse).toBe('closed');
    return (await idle.query('update ledger_journal_head set checked_at = now()')).rowCount;
  }

  test('attack: writes nothing on connections to the former one, idle or in use', async () => {
    await expect(writeAfterPromotion(createFence())).rejects.toThrow(FORMER);
  });

  test('broken twin: without the fence they stay open, and it writes there', async () => {
    expect(await writeAfterPromotion(undefined)).toBe(1);
  });
});

describe('a process that has seen a promoted standby', () => {
  test('default: goes on after a failover, and from standby to primary', async () => {
    const fence = createFence();
    await connectTo(urlOf(former), fence);
    await connectTo(urlOf(current), fence);
    await seal(urlOf(current), 2);
    await connectTo(urlOf(current), fence);
  });

  test('attack: refuses the former primary; broken twin: without the fence it writes there', async () => {
    const fence = createFence();
    await connectTo(urlOf(current), fence);
    await expect(connectTo(urlOf(former), fence)).rejects.toThrow(FORMER);
    const pool = createPool({ url: urlOf(former), maxConnections: 1 });
    const { rowCount } = await pool.query('update ledger_journal_head set checked_at = now()');
    await pool.end();
    expect(rowCount).toBe(1);
  });

  test('attack: remembers it over a restart, also what another process of the machine saw', async () => {
    const file = join(folder, 'position.json');
    const [one, other] = [createFence(file), createFence(file)];
    await connectTo(urlOf(former), one);
    await connectTo(urlOf(current), other);
    await expect(connectTo(urlOf(former), one)).rejects.toThrow(FORMER);
    await expect(connectTo(urlOf(former), createFence(file))).rejects.toThrow('DATABASE_POSITION_FILE');
    rmSync(file);
    await connectTo(urlOf(former), createFence(file));
    writeFileSync(file, '{}');
    expect(() => createFence(file)).toThrow();
  });

  test('attack: refuses a promoted standby without its last commits, and another cluster', async () => {
    const fence = createFence();
    await seal(urlOf(former), 2, 1);
    await connectTo(urlOf(former), fence);
    await expect(connectTo(urlOf(current), fence)).rejects.toThrow('does not have entry 2 of the journal');
    const other = await createTestDatabase();
    onTestFinished(() => other.drop());
    await expect(connectTo(other.url, fence)).rejects.toThrow('is another cluster');
  });

  test('attack: ends while it runs on connections that are open already', async () => {
    const fence = createFence();
    const db = createDatabase({ url: urlOf(former), fence, maxConnections: 1 });
    const lines: string[] = [];
    const log = pino({ level: 'fatal' }, { write: (line: string) => void lines.push(line) });
    const ended = { isEnded: false };
    const end = () => {
      ended.isEnded = true;
    };
    const stop = watchDatabase({ NODE_ENV: 'test' }, { dbs: [db], fence, log, watchMs: 50, end });
    onTestFinished(async () => {
      stop();
      await db.destroy();
    });
    await db.selectFrom('ledger_journal_head').select('number').execute();
    expect(ended.isEnded).toBe(false);
    // Another pool of the process has been led to the new primary.
    await fence.examine(async () => ({ ...(await positionOf(urlOf(former))), timeline: 2 }));
    expect(await waitUntil(() => ended.isEnded)).toBe(true);
    expect(lines.join('')).toMatch(FORMER);
  });
});

async function positionOf(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('select * from database_position(0)').finally(() => client.end());
  return { ...rows[0], entry: BigInt(rows[0].entry), known_hash: rows[0].hash };
}
