import { FINALITY_TAG_ERRORS } from '@city-mint/tests/field/node-errors/finality-tags';
import { HISTORY_ERRORS } from '@city-mint/tests/field/node-errors/history';
import { LOG_RANGE_ERRORS } from '@city-mint/tests/field/node-errors/log-ranges';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type Lie, type LyingRpc, type RpcCall, startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer, type TestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listCursors } from '#platform/chain/cursors.ts';
import { listNodes } from '#platform/chain/nodes.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';

const UNIT = 10n ** 18n;
/** As startTestIndexer counts where the node does not report finality. */
const CONFIRMATIONS = 64;
const USER = 30;

let chain: TestChain;
let node: LyingRpc;
let database: TestDatabase;
let owner: Database;

beforeAll(async () => {
  chain = await startTestChain();
  node = await startLyingRpc(chain.url);
});
afterAll(async () => {
  await node.stop();
  await chain.stop();
});
beforeEach(async () => {
  node.tell(undefined);
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  // Callbacks run in reverse order, so the test's indexers have stopped before the database is dropped.
  onTestFinished(async () => {
    await owner.destroy();
    await database.drop();
  });
});

/** Returns an indexer whose only node is the foreign one. */
function readForeign(options: Partial<Parameters<typeof startTestIndexer>[0]> = {}): TestIndexer {
  const indexer = startTestIndexer({
    databaseUrl: database.url,
    chain,
    urls: [node.url],
    timeoutMs: 2_000,
    ...options,
  });
  onTestFinished(() => indexer.stop());
  return indexer;
}

/** Base units of JU that all users have. */
async function credited(): Promise<bigint> {
  const row = await owner.selectFrom('ledger_account').select('balance').where('id', '=', 0n).executeTakeFirst();
  return -(row?.balance ?? 0n);
}

async function isPaused(): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`
    select paused from system_switch where name = 'withdrawals'`.execute(owner);
  return rows[0]?.paused ?? false;
}

/** Recharges and returns what must be credited once confirmations are counted. */
async function recharge(): Promise<bigint> {
  await chain.depositNative(USER, 2n * UNIT);
  await chain.mine(CONFIRMATIONS);
  return chain.publicClient.getBalance({ address: chain.addresses.vault });
}

const isBlock = (name: string) => (call: RpcCall) => call.method === 'eth_getBlockByNumber' && call.params[0] === name;

/** Answers the calls that `isMeant` picks by a row of a table. */
function answering(isMeant: (call: RpcCall) => boolean, reply: object): Lie {
  return async (call) => (isMeant(call) ? { reply } : undefined);
}

describe('a node that does not report finality', () => {
  const rows = FINALITY_TAG_ERRORS.map((row) => ({ ...row, title: row.seen }));
  const isFinalized = isBlock('finalized');

  test.each(rows.filter(({ kind }) => kind === 'unknown-tag'))('default: credits recharges: $title', async (row) => {
    node.tell(answering(isFinalized, row));
    const total = await recharge();
    const indexer = readForeign();
    await indexer.assertSameChain();
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await credited()).toBe(total);
  });

  test.each(rows.filter(({ kind }) => kind === 'other'))(
    'twin: an unclear answer credits nothing, is shown, and is asked again: $title',
    async (row) => {
      const total = await recharge();
      const indexer = readForeign();
      node.tell(answering(isFinalized, row));
      await expect(indexer.poll()).rejects.toThrow();
      await expect(indexer.poll()).rejects.toThrow();
      expect(await credited()).toBe(0n);
      expect(await listNodes(owner)).toMatchObject([{ state: 'unclear' }]);
      node.tell(undefined);
      expect(await indexer.catchUp()).toBe('caught-up');
      expect(await credited()).toBe(total);
    },
  );

  test('behavior: blocks with too few confirmations are not credited', async () => {
    const total = await recharge();
    node.tell(answering(isFinalized, { error: { code: -39_001, message: 'Unknown block' } }));
    await chain.depositNative(USER, UNIT);
    const indexer = readForeign();
    await indexer.catchUp();
    expect(await credited()).toBe(total);
  });
});

describe('a node without block 0', () => {
  const [row] = HISTORY_ERRORS.filter(({ params }) => params?.[0] === '0x0');
  const isGenesis = isBlock('0x0');

  /** Counts the calls for block 0, which are answered by an error. */
  function pruned() {
    let calls = 0;
    node.tell(async (call) => {
      if (!isGenesis(call)) return undefined;
      calls += 1;
      return { reply: row ?? {} };
    });
    return () => calls;
  }

  test('default: recharges are credited, at the first start too, and it is asked once', async () => {
    const total = await recharge();
    await chain.mine(4);
    const calls = pruned();
    const indexer = readForeign({ startBlock: 2n });
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await credited()).toBe(total);
    for (let poll = 0; poll < 3; poll += 1) await indexer.poll();
    expect(calls()).toBe(1);
    expect(await listCursors(owner)).toMatchObject([{ genesis_hash: null }]);
    // A node that has it adds its hash.
    node.tell(undefined);
    await chain.mine(1);
    await readForeign().catchUp();
    const { hash } = await chain.publicClient.getBlock({ blockNumber: 0n });
    expect(await listCursors(owner)).toMatchObject([{ genesis_hash: hash }]);
  });

  test('behavior: a stored hash stays', async () => {
    await readForeign().catchUp();
    const [before] = await listCursors(owner);
    pruned();
    const total = await recharge();
    const indexer = readForeign();
    await indexer.assertSameChain();
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await credited()).toBe(total);
    expect(await listCursors(owner)).toMatchObject([{ genesis_hash: before?.genesis_hash }]);
  });
});

describe('a node whose receipts are behind', () => {
  /** Polls for a quarter of an hour of the indexer's clock, while receipts are answered by this. */
  async function pollFor(lie: Lie) {
    let nowMs = 0;
    const indexer = readForeign({ patience: { haltAfterMs: 300_000, firstPauseMs: 1_000, now: () => nowMs } });
    await indexer.catchUp();
    const before = await credited();
    const total = await recharge();
    node.tell(lie);
    const results = new Set<string>();
    for (; nowMs < 900_000; nowMs += 5_000) results.add(await indexer.poll());
    node.tell(undefined);
    nowMs += 30_000;
    return { results: [...results].sort(), indexer, before, total };
  }

  test('behavior: receipts that are null for minutes are waited for, and credited without a person', async () => {
    const { results, indexer, before, total } = await pollFor(async ({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: null } : undefined,
    );
    expect(results).toEqual(['backed-off', 'integrity-error']);
    expect(await isPaused()).toBe(false);
    expect(await credited()).toBe(before);
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await credited()).toBe(total);
  });

  test('twin: receipts that contradict the logs for minutes halt the reader', async () => {
    const { results } = await pollFor(async (call, ask) =>
      call.method === 'eth_getTransactionReceipt'
        ? { result: { ...((await ask(call)) as object), status: '0x0' } }
        : undefined,
    );
    expect(results).toContain('halted');
    expect(await isPaused()).toBe(true);
  });
});

describe('a node with limits', () => {
  const isLogs = ({ method }: RpcCall) => method === 'eth_getLogs';
  const widthOf = ({ params: [range] }: RpcCall) => Number(Object(range).toBlock) - Number(Object(range).fromBlock) + 1;
  /** A few: fault-pauses.test.ts reads all of them. */
  const limits = LOG_RANGE_ERRORS.filter(({ kind }) => kind === 'range-too-large').slice(0, 4);

  test.each(limits.map((row) => ({ ...row, title: row.seen })))('behavior: reads past a limit: $title', async (row) => {
    const total = await recharge();
    node.tell(async (call) => (isLogs(call) && widthOf(call) > 40 ? { reply: row } : undefined));
    const indexer = readForeign();
    let refusals = 0;
    for (let result = ''; result !== 'caught-up'; )
      result = await indexer.poll().catch(() => {
        refusals += 1;
        expect(refusals).toBeLessThan(12);
        return 'refused';
      });
    expect(await credited()).toBe(total);
  });

  test('behavior: an outage narrows nothing, and neither do too many calls', async () => {
    const total = await recharge();
    const indexer = readForeign();
    node.tell(answering(isLogs, { status: 503, body: '' }));
    for (let poll = 0; poll < 8; poll += 1) await expect(indexer.poll()).rejects.toThrow();
    node.tell(answering(isLogs, { status: 429, body: '' }));
    for (let poll = 0; poll < 8; poll += 1) await expect(indexer.poll()).rejects.toThrow();
    const widths: number[] = [];
    node.tell(async (call) => {
      if (isLogs(call)) widths.push(widthOf(call));
      return undefined;
    });
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(widths[0]).toBe(64);
    expect(await credited()).toBe(total);
  });

  test('behavior: too many calls pause the reader', async () => {
    let nowMs = 0;
    const indexer = readForeign({ patience: { firstPauseMs: 1_000, now: () => nowMs } });
    await indexer.catchUp();
    node.tell(answering(() => true, { status: 429, body: '' }));
    await expect(indexer.poll()).rejects.toThrow();
    expect(await indexer.poll()).toBe('backed-off');
    nowMs += 1_000;
    await expect(indexer.poll()).rejects.toThrow();
    nowMs += 1_000;
    expect(await indexer.poll()).toBe('backed-off');
    node.tell(undefined);
    nowMs += 1_000;
    expect(await indexer.poll()).toBe('caught-up');
  });
});
