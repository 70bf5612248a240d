// @module-tag soak-3
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createPublicClient, createTestClient, http } from 'viem';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startAnvil } from './anvil.ts';
import { mineEachSecond, openChain } from './open-chain.ts';
import { openDatabase } from './open-database.ts';
import type { ProcessGroup } from './process-group.ts';
import { keepRunning, type Resource } from './resource-keeper.ts';
import { waitUntil } from './wait-until.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'restarted resources ')), 'data');
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

/** A group with only restarted resources, without the signals of a start; all end with the test. */
function openGroup() {
  const lines: string[] = [];
  const failed: string[] = [];
  const adopted: Resource[] = [];
  let isEnding = false;
  const end = async () => {
    isEnding = true;
    for (const resource of adopted) await resource.stop();
  };
  onTestFinished(end);
  const adopt = async <Kind extends Resource>(starting: Promise<Kind>) => {
    const resource = await starting;
    adopted.push(resource);
    return resource;
  };
  const say = (line: string) => void lines.push(line);
  const keep: ProcessGroup['keep'] = async (plan) => {
    const first = await adopt(plan.start());
    void keepRunning(plan, first, { adopt, isEnding: () => isEnding, say, fail: (reason) => failed.push(reason) });
    return first;
  };
  const hasRestarted = (name: string) =>
    waitUntil(() => lines.includes(`The ${name} runs again.`) || failed.length > 0, 60_000);
  return { group: { keep, signal: new AbortController().signal }, lines, failed, adopted, say, end, hasRestarted };
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('openDatabase', () => {
  test('behavior: a postmaster that is killed is restarted on its port with its data', async () => {
    vi.stubEnv('DATABASE_URL', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { group, lines, failed, adopted, hasRestarted } = openGroup();
    const url = await openDatabase({ dataDir, group });
    await query(url, 'create table t as select 7 n');
    const [server] = adopted;
    process.kill(server?.pid ?? 0, 'SIGKILL');
    await hasRestarted('database');
    expect(failed).toEqual([]);
    expect(lines[0]).toContain(join(dataDir, 'postgres', 'postgres.log'));
    expect(await query(url, 'select n from t')).toEqual([{ n: 7 }]);
  });
});

describe('openChain', () => {
  test('behavior: a chain that is killed is restarted on its port with its blocks, and mines each second', async () => {
    const { group, lines, failed, hasRestarted, say } = openGroup();
    const chain = await openChain({ dataDir, group, chainId: 202_599, say });
    const client = createPublicClient({ transport: http(chain.url), cacheTime: 0 });
    await createTestClient({ mode: 'anvil', transport: http(chain.url) }).mine({ blocks: 5 });
    const { hash } = await client.getBlock({ blockNumber: 5n });
    await mineEachSecond(chain);
    expect(await waitUntil(async () => (await client.getBlockNumber()) >= 8n, 20_000)).toBe(true);
    process.kill(chain.pid, 'SIGKILL');
    await hasRestarted('chain');
    expect(failed).toEqual([]);
    expect(lines.join('\n')).toContain(join(dataDir, 'logs', 'chain.log'));
    expect((await client.getBlock({ blockNumber: 5n })).hash).toBe(hash);
    const head = await client.getBlockNumber();
    expect(await waitUntil(async () => (await client.getBlockNumber()) > head, 10_000)).toBe(true);
  });

  test('behavior: the chain of another start is left alone, and named', async () => {
    const other = await startAnvil();
    onTestFinished(() => other.kill());
    writeFileSync(join(dataDir, 'chain.port'), String(other.port));
    const { group, lines, say } = openGroup();
    const { port } = await openChain({ dataDir, group, chainId: 202_599, say });
    expect(port).not.toBe(other.port);
    expect(lines[0]).toBe(
      `Another chain, which this start did not start and does not use, is at port ${other.port}; ` +
        `the chain uses port ${port}, also at the next starts.`,
    );
  });

  test('behavior: a port in use is replaced with what to do in a wallet; the new one remains', async () => {
    const other = createServer();
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void other.close());
    const address = other.address();
    const taken = address !== null && typeof address === 'object' ? address.port : 0;
    writeFileSync(join(dataDir, 'chain.port'), String(taken));
    const first = openGroup();
    const { port } = await openChain({ dataDir, group: first.group, chainId: 202_599, say: first.say });
    expect(first.lines).toEqual([
      `Port ${taken} is in use; the chain uses port ${port}, also at the next starts.`,
      `A wallet that has the chain at another port keeps that address: set its RPC URL to http://127.0.0.1:${port}`,
    ]);
    await first.end();
    const second = openGroup();
    const chain = await openChain({ dataDir, group: second.group, chainId: 202_599, say: second.say });
    expect(chain.port).toBe(port);
    expect(second.lines).toEqual([]);
  });
});
