import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type Lie, type LyingRpc, type RpcCall, startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { encodeFunctionData, type Hex, numberToHex, toFunctionSelector } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listCursors, resumeReading } from '#platform/chain/cursors.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';

const UNIT = 10n ** 18n;
const NO_REFERENCE: Hex = `0x${'0'.repeat(64)}`;
const OTHER_HASH: Hex = `0x${'5'.repeat(64)}`;

let chain: TestChain;
let lying: LyingRpc;
let database: TestDatabase;
let owner: Database;

beforeAll(async () => {
  // A block is final once 32 blocks follow.
  chain = await startTestChain({ slotsInAnEpoch: 16 });
  await chain.mine(64);
  lying = await startLyingRpc(chain.url);
});
afterAll(async () => {
  await lying.stop();
  await chain.stop();
});
beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  lying.tell(undefined);
});
afterEach(async () => {
  await owner.destroy();
  await database.drop();
});

/** Base units of JU that the vault holds according to the ledger. */
async function credited(): Promise<bigint> {
  const row = await owner.selectFrom('ledger_account').select('balance').where('id', '=', 0n).executeTakeFirst();
  return -(row?.balance ?? 0n);
}

/** Base units of JU that the vault holds on chain, at a block or now. */
async function truth(blockNumber?: bigint): Promise<bigint> {
  return chain.publicClient.readContract({
    address: chain.addresses.vault,
    abi: vaultAbi,
    functionName: 'accounted',
    args: [chain.nativeToken],
    ...(blockNumber === undefined ? {} : { blockNumber }),
  });
}

async function switchState() {
  const row = await owner
    .selectFrom('system_switch')
    .select(['paused', 'reason'])
    .where('name', '=', 'withdrawals')
    .executeTakeFirstOrThrow();
  return row;
}

function depositCall(from: Hex, amount: bigint) {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'depositNative', args: [NO_REFERENCE] });
  return { from, to: chain.addresses.vault, data, value: numberToHex(amount) };
}

/** Integers from 0 to below `limit`, reproducible by seed (mulberry32). */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

describe('reorganisations', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

  test(`default: depth 1 to 30, deposits dropped or moved: each credited exactly once (seed ${seed})`, async () => {
    const indexer = startTestIndexer({ databaseUrl: database.url, chain });
    const random = randomNumbers(seed);
    let moved = 0;
    for (let round = 0; round < 40; round += 1) {
      const from = devAccount(10 + random(40));
      const amount = UNIT + BigInt(random(1_000_000));
      await chain.depositNative(10 + random(40), amount);
      await chain.mine(random(8));
      if (random(2) === 0) await indexer.catchUp();
      const depth = 1 + random(30);
      const isMoved = random(2) === 0;
      if (isMoved) moved += 1;
      const again = depositCall(from.address, UNIT + BigInt(random(1_000_000)));
      await chain.reorg({ depth, ...(isMoved ? { again: [[again, random(depth)]] } : {}) });
      expect(await indexer.catchUp()).toBe('caught-up');
      const { number } = await chain.publicClient.getBlock({ blockTag: 'finalized' });
      expect(await credited()).toBe(await truth(number));
    }
    await chain.finalize();
    await indexer.catchUp();
    expect(await credited()).toBe(await truth());
    expect(moved).toBeGreaterThan(5);
    await indexer.stop();
  });

  test('twin: with blocks that are final immediately, the same run credits deposits that do not exist', async () => {
    lying.tell(async (call, ask) =>
      call.method === 'eth_getBlockByNumber' && call.params[0] === 'finalized'
        ? { result: await ask({ ...call, params: ['latest', false] }) }
        : undefined,
    );
    const hasty = startTestIndexer({ databaseUrl: database.url, chain, urls: [lying.url], checks: [] });
    await hasty.catchUp();
    await chain.depositNative(10, 7n * UNIT);
    await hasty.catchUp();
    await chain.reorg({ depth: 1 });
    await chain.finalize();
    await hasty.catchUp();
    expect(await credited()).toBe((await truth()) + 7n * UNIT);
    await hasty.stop();
  });

  test('behavior: below the finalised block they permanently halt the indexer and stop withdrawals', async () => {
    const indexer = startTestIndexer({ databaseUrl: database.url, chain });
    await chain.depositNative(11, 3n * UNIT);
    await chain.finalize();
    await indexer.catchUp();
    const before = await credited();
    await chain.reorg({ depth: 40 });
    const results = [await indexer.poll(), await indexer.poll(), await indexer.poll(), await indexer.poll()];
    expect(results).toEqual(['integrity-error', 'integrity-error', 'halted', 'halted']);
    expect(await switchState()).toMatchObject({ paused: true, reason: expect.stringContaining('block-changed') });
    expect(await credited()).toBe(before);
    await indexer.stop();
    // Another indexer, started later on a healthy chain, does not resume automatically.
    const next = startTestIndexer({ databaseUrl: database.url, chain });
    expect(await next.poll()).toBe('halted');
    await next.stop();
  });

  test('behavior: over replaced empty blocks it resumes from the new hash, otherwise it halts again', async () => {
    const indexer = startTestIndexer({ databaseUrl: database.url, chain, patience: { errorsBeforeHalt: 1 } });
    await chain.depositNative(11, 3n * UNIT);
    await chain.finalize();
    await chain.mine(64);
    await indexer.catchUp();
    // Empty blocks would be mined again with the same hashes.
    const [{ address: from }, { address: to }] = [devAccount(13), devAccount(14)];
    await chain.reorg({ depth: 40, again: [[{ from, to, data: '0x', value: '0x1' }, 0]] });
    expect(await indexer.poll()).toBe('halted');
    const operator = createDatabase({ ...asRole(database.url, 'city_mint_operator') });
    const [cursor] = await listCursors(operator);
    const because = cursor?.halt_reason ?? '';
    const resume = (reason: string, blockHash: string | null) =>
      resumeReading(operator, { source: 'vault', because: reason, blockHash });
    expect(await resume('block-changed: another', null)).toBe(false);
    expect(await resume(because, null)).toBe(true);
    expect(await indexer.poll()).toBe('halted');
    const { hash } = await chain.publicClient.getBlock({ blockNumber: cursor?.block_number ?? 0n });
    expect(await resume(because, hash)).toBe(true);
    expect(await resume(because, hash)).toBe(false);
    await operator.destroy();
    await chain.depositNative(12, 2n * UNIT);
    await chain.finalize();
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await credited()).toBe(await truth());
    await indexer.stop();
  });
});

type Log = {
  address: string;
  blockHash: string;
  transactionHash: string;
  logIndex: string;
  data: string;
  removed?: boolean;
};

const onLogs =
  (change: (logs: Log[]) => unknown): Lie =>
  async (call, ask) =>
    call.method === 'eth_getLogs' ? { result: change((await ask(call)) as Log[]) } : undefined;
const onMethod =
  (method: string, answer: Awaited<ReturnType<Lie>>): Lie =>
  async (call) =>
    call.method === method ? answer : undefined;
const isCallOf = (call: RpcCall, signature: string) =>
  call.method === 'eth_call' && JSON.stringify(call.params[0]).includes(toFunctionSelector(signature));

/**
 * Each lie, and the indexer's reaction. No lie may credit a deposit that does not exist, and real deposits are credited
 * once the node is honest again.
 */
const LIES: [name: string, lie: Lie, outcome: 'integrity-error' | 'trouble' | 'harmless'][] = [
  ['no logs where there are some', onLogs(() => []), 'integrity-error'],
  ['one log left out', onLogs((logs) => logs.slice(1)), 'integrity-error'],
  ['every log twice', onLogs((logs) => [...logs, ...logs]), 'harmless'],
  ['logs in reverse', onLogs((logs) => logs.reverse()), 'harmless'],
  ['a log called removed', onLogs((logs) => logs.map((log) => ({ ...log, removed: true }))), 'integrity-error'],
  [
    'a log of another block hash',
    onLogs((logs) => logs.map((log) => ({ ...log, blockHash: OTHER_HASH }))),
    'integrity-error',
  ],
  [
    'a log of a look-alike contract',
    onLogs((logs) => logs.map((log) => ({ ...log, address: devAccount(3).address }))),
    'integrity-error',
  ],
  [
    'a log with another amount',
    onLogs((logs) => logs.map((log) => ({ ...log, data: `0xff${log.data.slice(4)}` }))),
    'integrity-error',
  ],
  [
    'a log of a transaction that is not there',
    onLogs((logs) => logs.map((log) => ({ ...log, transactionHash: OTHER_HASH }))),
    'integrity-error',
  ],
  [
    'a receipt that failed',
    async (call, ask) =>
      call.method === 'eth_getTransactionReceipt'
        ? { result: { ...((await ask(call)) as object), status: '0x0' } }
        : undefined,
    'integrity-error',
  ],
  ['another chain id', onMethod('eth_chainId', { result: '0x1' }), 'integrity-error'],
  [
    'another block 0',
    async (call, ask) =>
      call.method === 'eth_getBlockByNumber' && call.params[0] === '0x0'
        ? { result: { ...((await ask(call)) as object), hash: OTHER_HASH } }
        : undefined,
    // Asked once; the hash of the cursor's block commits to it.
    'harmless',
  ],
  [
    'a contract that counts more events',
    async (call) => (isCallOf(call, 'seq()') ? { result: numberToHex(999, { size: 32 }) } : undefined),
    'integrity-error',
  ],
  ['too many requests', onMethod('eth_getLogs', { status: 429 }), 'trouble'],
  ['half a JSON', onMethod('eth_getLogs', { text: '{"jsonrpc":"2.0","id":1,"result":[{"addr' }), 'trouble'],
  ['no answer', onMethod('eth_getLogs', { hang: true }), 'trouble'],
  ['an answer of 9 MiB', onMethod('eth_getLogs', { text: `{"result":"${'a'.repeat(9 * 1024 * 1024)}"}` }), 'trouble'],
];

describe('a node that lies', () => {
  test.each(LIES)('behavior: %s: nothing wrong is credited', async (_name, lie, outcome) => {
    const indexer = startTestIndexer({
      databaseUrl: database.url,
      chain,
      urls: [lying.url],
      timeoutMs: 500,
      patience: { errorsBeforeHalt: 100 },
    });
    await indexer.catchUp();
    const before = await credited();
    await chain.depositNative(12, 2n * UNIT);
    await chain.depositNative(13, 5n * UNIT);
    await chain.finalize();
    lying.tell(lie);
    if (outcome === 'harmless') expect(await indexer.poll()).toBe('caught-up');
    for (let look = 0; look < 3 && outcome !== 'harmless'; look += 1) {
      if (outcome === 'integrity-error') expect(await indexer.poll()).toBe('integrity-error');
      else await expect(indexer.poll()).rejects.toThrow();
      expect(await credited()).toBe(before);
    }
    lying.tell(undefined);
    await indexer.catchUp();
    expect(await credited()).toBe(before + 7n * UNIT);
    expect(await credited()).toBe(await truth());
    expect((await switchState()).paused).toBe(false);
    await indexer.stop();
  });

  describe('without other nodes', () => {
    /** Moves the indexer's clock; polls are refused until the pause after an error is over. */
    async function readEmptyLogs() {
      let nowMs = 0;
      const patience = { haltAfterMs: 300_000, firstPauseMs: 1_000, now: () => nowMs };
      const indexer = startTestIndexer({ databaseUrl: database.url, chain, urls: [lying.url], patience });
      await indexer.catchUp();
      const before = await credited();
      await chain.depositNative(16, 6n * UNIT);
      await chain.finalize();
      lying.tell(onLogs(() => []));
      const pollUntil = async (endMs: number) => {
        const results: string[] = [];
        for (; nowMs < endMs; nowMs += 1_000) results.push(await indexer.poll());
        return results;
      };
      return { indexer, before, pollUntil };
    }

    test('behavior: after minutes of empty logs it resumes automatically, after growing pauses', async () => {
      const { indexer, before, pollUntil } = await readEmptyLogs();
      const results = await pollUntil(240_000);
      const asked = results.flatMap((result, second) => (result === 'integrity-error' ? [second] : []));
      expect(asked).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121, 151, 181, 211]);
      expect(results.filter((result) => result === 'backed-off')).toHaveLength(240 - asked.length);
      expect((await switchState()).paused).toBe(false);
      lying.tell(undefined);
      expect((await pollUntil(242_000)).at(-1)).toBe('caught-up');
      expect(await credited()).toBe(before + 6n * UNIT);
      await indexer.stop();
    });

    test('behavior: after five minutes it halts and stops withdrawals; nothing wrong is credited', async () => {
      const { indexer, before, pollUntil } = await readEmptyLogs();
      expect((await pollUntil(300_000)).at(-1)).toBe('backed-off');
      expect((await pollUntil(331_000)).at(-1)).toBe('halted');
      expect(await switchState()).toMatchObject({ paused: true, reason: expect.stringContaining('sequence-gap') });
      expect(await credited()).toBe(before);
      await indexer.stop();
    });
  });

  /** Omits the current logs, and changes the contract's count to match. */
  async function hideDeposit(indexer: { catchUp(): Promise<string> }): Promise<string> {
    const seen = await chain.publicClient.readContract({
      address: chain.addresses.vault,
      abi: vaultAbi,
      functionName: 'seq',
    });
    await chain.depositNative(14, 4n * UNIT);
    await chain.finalize();
    lying.tell(async (call, ask) => {
      if (call.method === 'eth_getLogs') return onLogs(() => [])(call, ask);
      return isCallOf(call, 'seq()') ? { result: numberToHex(seen, { size: 32 }) } : undefined;
    });
    await indexer.catchUp();
    lying.tell(undefined);
    await chain.depositNative(15, UNIT);
    await chain.finalize();
    return indexer.catchUp();
  }

  test('behavior: a deposit hidden in logs and count is detected by the next number and halts it', async () => {
    const indexer = startTestIndexer({
      databaseUrl: database.url,
      chain,
      urls: [lying.url],
      patience: { errorsBeforeHalt: 2 },
    });
    await indexer.catchUp();
    const before = await credited();
    expect(await hideDeposit(indexer)).toBe('integrity-error');
    expect(await indexer.poll()).toBe('halted');
    expect(await credited()).toBe(before);
    expect(await switchState()).toMatchObject({ paused: true, reason: expect.stringContaining('sequence-gap') });
    await indexer.stop();
  });

  test('twin: without the checks the hidden deposit is lost unnoticed', async () => {
    const blind = startTestIndexer({ databaseUrl: database.url, chain, urls: [lying.url], checks: [] });
    await blind.catchUp();
    expect(await hideDeposit(blind)).toBe('caught-up');
    expect(await credited()).toBe((await truth()) - 4n * UNIT);
    expect((await switchState()).paused).toBe(false);
    await blind.stop();
  });

  test('behavior: two nodes that disagree on the finalised block are not trusted', async () => {
    lying.tell(async (call, ask) => {
      const isByNumber = call.method === 'eth_getBlockByNumber' && call.params[0] !== '0x0';
      return isByNumber ? { result: { ...((await ask(call)) as object), hash: OTHER_HASH } } : undefined;
    });
    const indexer = startTestIndexer({ databaseUrl: database.url, chain, urls: [chain.url, lying.url] });
    expect(await indexer.poll()).toBe('integrity-error');
    lying.tell(undefined);
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await credited()).toBe(await truth());
    await indexer.stop();
  });

  test('behavior: with three nodes one may be down; with two neither may', async () => {
    const dead = 'http://127.0.0.1:9';
    const three = startTestIndexer({ databaseUrl: database.url, chain, urls: [dead, chain.url, lying.url] });
    expect(await three.catchUp().catch(() => three.catchUp())).toBe('caught-up');
    await three.stop();
    const two = startTestIndexer({ databaseUrl: database.url, chain, urls: [dead, chain.url] });
    await expect(two.poll()).rejects.toThrow('1 of 2 chain nodes answered');
    await two.stop();
  });

  test('behavior: does not start on a chain other than the configured one or the one read so far', async () => {
    const indexer = startTestIndexer({ databaseUrl: database.url, chain });
    await indexer.catchUp();
    await indexer.assertSameChain();
    await indexer.stop();
    const misled = startTestIndexer({ databaseUrl: database.url, chain, chainId: 210_000 });
    await expect(misled.assertSameChain()).rejects.toThrow('other-chain');
    await misled.stop();
    const elsewhere = await startTestChain();
    await elsewhere.mine(1);
    const lost = startTestIndexer({ databaseUrl: database.url, chain: elsewhere });
    await expect(lost.assertSameChain()).rejects.toThrow('other-genesis');
    await lost.stop();
    await elsewhere.stop();
  });
});
