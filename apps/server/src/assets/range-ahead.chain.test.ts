import { setTimeout as delay } from 'node:timers/promises';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type Lie, type LyingRpc, startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer, type TestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { sql } from 'kysely';
import { type Hex, numberToHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { EVENT_CHECKS, type EventCheck } from '#platform/chain/log-batch.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';

const UNIT = 10n ** 18n;
const NO_REFERENCE: Hex = `0x${'0'.repeat(64)}`;
/** Blocks per range. Each block has a deposit, so this is also the number of events. */
const SPAN = 4n;

let chain: TestChain;
let lying: LyingRpc;
let database: TestDatabase;
let owner: Database;
let indexer: TestIndexer;

beforeAll(async () => {
  chain = await startTestChain();
  lying = await startLyingRpc(chain.url);
});
afterAll(async () => {
  await lying.stop();
  await chain.stop();
});
/** Reads everything, then mines twelve blocks with a deposit each and empty ones until those are final. */
beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  lying.tell(undefined);
  indexer = startTestIndexer({ databaseUrl: database.url, chain, urls: [lying.url], maxSpan: SPAN });
  await chain.finalize();
  await indexer.catchUp();
  for (let index = 0; index < 12; index += 1) await chain.depositNative(10 + index, UNIT);
  await chain.mine(20);
});
afterEach(async () => {
  await indexer.stop();
  await owner.destroy();
  await database.drop();
});

/** Base units of JU that the vault holds, in the ledger and on chain at the last final block. */
async function credited(): Promise<bigint> {
  const row = await owner.selectFrom('ledger_account').select('balance').where('id', '=', 0n).executeTakeFirst();
  return -(row?.balance ?? 0n);
}
async function truth(): Promise<bigint> {
  const { number } = await chain.publicClient.getBlock({ blockTag: 'finalized' });
  const { vault } = chain.addresses;
  return chain.publicClient.readContract({
    ...{ address: vault, abi: vaultAbi, functionName: 'accounted', args: [chain.nativeToken], blockNumber: number },
  });
}

async function readNumber(): Promise<bigint> {
  const { block_number } = await owner.selectFrom('chain_cursor').select('block_number').executeTakeFirstOrThrow();
  return block_number;
}

/** Reads one range, and waits until no request for the next one is pending. */
async function pollAndReadAhead(): Promise<void> {
  expect(await indexer.poll()).toBe('more');
  let count = -1;
  while (count !== lying.calls.length) {
    count = lying.calls.length;
    await delay(150);
  }
}

/** Changes the node's answers to a method from a block on. */
function from(block: bigint, method: string, bend: (answer: unknown[]) => unknown[]): Lie {
  return async (call, ask) => {
    if (call.method !== method) return undefined;
    const [first] = call.params;
    const asked = BigInt(String(Object(first).fromBlock ?? first));
    const answer = await ask(call);
    return asked < block || !Array.isArray(answer) ? { result: answer } : { result: bend(answer) };
  };
}

test('default: the next range is read while one is written, and each deposit is credited once', async () => {
  await indexer.stop();
  const asked: bigint[] = [];
  lying.tell(async ({ method, params }) => {
    if (method === 'eth_getLogs') asked.push(BigInt(Object(params[0]).fromBlock));
    return undefined;
  });
  let overlaps = 0;
  indexer = startTestIndexer({
    ...{ databaseUrl: database.url, chain, urls: [lying.url], maxSpan: SPAN },
    wrap: (source) => ({
      ...source,
      async apply(tx, notice) {
        const applied = await source.apply(tx, notice);
        const next = (await readNumber()) + SPAN + 1n;
        const deadline = performance.now() + 2_000;
        while (!asked.includes(next) && performance.now() < deadline) await delay(10);
        if (asked.includes(next)) overlaps += 1;
        return applied;
      },
    }),
  });
  const before = await credited();
  expect(await indexer.catchUp()).toBe('caught-up');
  expect(overlaps).toBeGreaterThanOrEqual(3);
  expect(await credited()).toBe(before + 12n * UNIT);
  expect(await credited()).toBe(await truth());
  expect(new Set(asked).size).toBe(asked.length);
});

test('attack: blocks replaced after they were read ahead are not applied; the new ones are', async () => {
  await pollAndReadAhead();
  const before = await credited();
  const { number: head } = await chain.publicClient.getBlock();
  // Replaces blocks from the third one of the range that was read ahead.
  await chain.reorg({ depth: Number(head - (await readNumber()) - 2n) });
  expect(await indexer.poll()).toBe('integrity-error');
  expect(await credited()).toBe(before);
  expect(await indexer.catchUp()).toBe('caught-up');
  expect(await credited()).toBe(await truth());
  expect(await credited()).toBe(before + 2n * UNIT);
});

test('attack: a replaced block before the range halts the indexer, however much was read ahead', async () => {
  await pollAndReadAhead();
  const before = await credited();
  const { number: head } = await chain.publicClient.getBlock();
  const again = { from: chain.wallet(13).account.address, to: chain.wallet(14).account.address };
  await chain.reorg({
    depth: Number(head - (await readNumber()) + 2n),
    again: [[{ ...again, data: '0x', value: '0x1' }, 0]],
  });
  const results = [await indexer.poll(), await indexer.poll(), await indexer.poll()];
  expect(results).toEqual(['integrity-error', 'integrity-error', 'halted']);
  expect(await credited()).toBe(before);
});

test('attack: nothing is applied when the hash of the block before the range changes after it was read', async () => {
  await pollAndReadAhead();
  const before = await credited();
  const cursor = await readNumber();
  lying.tell(async (call, ask) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== numberToHex(cursor)) return undefined;
    return { result: { ...Object(await ask(call)), hash: `0x${'5'.repeat(64)}` } };
  });
  expect(await indexer.poll()).toBe('integrity-error');
  expect(await credited()).toBe(before);
  lying.tell(undefined);
  expect(await indexer.catchUp()).toBe('caught-up');
  expect(await credited()).toBe(await truth());
});

test('attack: a log omitted from a range read ahead is an integrity error of the next poll', async () => {
  const first = (await readNumber()) + SPAN + 1n;
  lying.tell(from(first, 'eth_getLogs', (logs) => logs.slice(1)));
  await pollAndReadAhead();
  lying.tell(undefined);
  const before = await credited();
  expect(await indexer.poll()).toBe('integrity-error');
  expect(await credited()).toBe(before);
  expect(await indexer.catchUp()).toBe('caught-up');
  expect(await credited()).toBe(await truth());
});

test('behavior: a range that another indexer has written is not written again', async () => {
  await pollAndReadAhead();
  const other = startTestIndexer({ databaseUrl: database.url, chain });
  expect(await other.catchUp()).toBe('caught-up');
  await other.stop();
  expect(await indexer.poll()).toBe('caught-up');
  expect(await credited()).toBe(await truth());
});

test('behavior: a range that was checked after an event other than that of the cursor is not applied', async () => {
  await indexer.stop();
  let isMoved = false;
  const moveOnce: EventCheck = async () => {
    if (isMoved) return;
    isMoved = true;
    await sql`update chain_cursor set last_seq = last_seq + 1`.execute(owner);
  };
  const checks = [...EVENT_CHECKS, moveOnce];
  indexer = startTestIndexer({ databaseUrl: database.url, chain, maxSpan: SPAN, checks });
  const before = await credited();
  expect(await indexer.poll()).toBe('overtaken');
  expect(await credited()).toBe(before);
  await sql`update chain_cursor set last_seq = last_seq - 1`.execute(owner);
  expect(await indexer.catchUp()).toBe('caught-up');
  expect(await credited()).toBe(before + 12n * UNIT);
});

test('attack: false receipts of a whole block are requested again after the error that they cause', async () => {
  await indexer.catchUp();
  await chain.testClient.setAutomine(false);
  const hashes: Hex[] = [];
  for (let index = 0; index < 5; index += 1)
    hashes.push(
      await chain.wallet(20 + index).writeContract({
        ...{ address: chain.addresses.vault, abi: vaultAbi, functionName: 'depositNative', args: [NO_REFERENCE] },
        ...{ value: UNIT, gas: 200_000n },
      }),
    );
  await chain.mine(1);
  await chain.testClient.setAutomine(true);
  await Promise.all(hashes.map((hash) => chain.waitFor(hash)));
  await chain.finalize();
  const before = await credited();
  lying.tell(from(0n, 'eth_getBlockReceipts', (all) => all.map((one) => ({ ...Object(one), status: '0x0' }))));
  expect(await indexer.catchUp()).toBe('integrity-error');
  expect(await credited()).toBe(before);
  lying.tell(undefined);
  expect(await indexer.catchUp()).toBe('caught-up');
  expect(await credited()).toBe(before + 5n * UNIT);
});
