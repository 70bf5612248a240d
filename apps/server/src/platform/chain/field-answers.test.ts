import { BLOCKS } from '@city-mint/tests/field/node-answers/blocks';
import { ENVELOPES } from '@city-mint/tests/field/node-answers/envelopes';
import { LOGS, NO_LOGS } from '@city-mint/tests/field/node-answers/logs';
import { RECEIPTS } from '@city-mint/tests/field/node-answers/receipts';
import { startBadNode } from '@city-mint/tests/setup/bad-node';
import type { EIP1193RequestFn, Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { createMajorityNode } from './majority-node.ts';
import { readLogs } from './read-logs.ts';
import { readReceipts } from './read-receipts.ts';
import { createRpcNodes } from './rpc-node.ts';
import { readBlockHeader } from './survey-chain.ts';

const HASH: Hex = `0x${'ab'.repeat(32)}`;
const TX: Hex = `0x${'cd'.repeat(32)}`;
const ADDRESS: Hex = `0x${'abcdef'.repeat(6)}abcd`;
const LOG = {
  ...{ address: ADDRESS, topics: [HASH], data: '0x', blockNumber: '0x3', blockHash: HASH, transactionHash: TX },
  ...{ transactionIndex: '0x0', logIndex: '0x0', removed: false },
};
const RECEIPT = {
  ...{ transactionHash: TX, transactionIndex: '0x0', blockHash: HASH, blockNumber: '0x3', from: ADDRESS, to: ADDRESS },
  ...{ status: '0x1', gasUsed: '0x5208', cumulativeGasUsed: '0x5208', effectiveGasPrice: '0x2', logs: [LOG] },
};
const BLOCK = {
  ...{ number: '0x3', hash: HASH, parentHash: HASH, timestamp: '0x65000000', transactions: [], nonce: '0x0' },
  ...{ difficulty: '0x0', baseFeePerGas: '0x1', sha3Uncles: HASH, gasUsed: '0x0', miner: ADDRESS },
};

type Odd = { readonly fields: Readonly<Record<string, unknown>>; readonly without?: readonly string[] };

function odd(ordinary: object, { fields, without = [] }: Odd): unknown {
  return Object.fromEntries(Object.entries({ ...ordinary, ...fields }).filter(([name]) => !without.includes(name)));
}

type Answers = {
  readonly log?: unknown;
  readonly logs?: unknown;
  readonly receipt?: unknown;
  readonly block?: unknown;
};

/** Returns the URL of a node with these answers. */
async function urlOf({ log = LOG, logs = [log], receipt = RECEIPT, block = BLOCK }: Answers): Promise<string> {
  const answers: Readonly<Record<string, unknown>> = {
    eth_getLogs: logs,
    eth_getTransactionReceipt: receipt,
    eth_getBlockReceipts: [receipt],
    eth_getBlockByNumber: block,
  };
  return startBadNode(({ method }) => ({ result: answers[method] }));
}

/** Returns what the server reads from nodes with these answers, which all have to agree. */
async function nodeOf(...answers: readonly Answers[]) {
  return createMajorityNode(createRpcNodes({ urls: await Promise.all(answers.map(urlOf)) }));
}

test.each(ENVELOPES)('behavior: reads the result of an answer: $seen ($body)', async ({ result, ...reply }) => {
  const url = await startBadNode(() => reply);
  const [node] = createRpcNodes({ urls: [url] });
  const request = node?.request as EIP1193RequestFn;
  expect(await request({ method: 'eth_chainId' })).toBe(result);
});

describe('receipts', () => {
  test.each(RECEIPTS)('behavior: $seen: $fields', async ({ status, fee, ...row }) => {
    const node = await nodeOf({ receipt: odd(RECEIPT, row) });
    const place = { txHash: TX, blockNumber: 3n };
    const expected = { status, fee, blockHash: HASH };
    expect((await readReceipts(node, [place])).get(TX)).toMatchObject(expected);
    // Of a whole block.
    const others = [1, 2, 3].map((index) => ({ txHash: `0x${`${index}`.repeat(64)}` as Hex, blockNumber: 3n }));
    const receipts = await readReceipts(node, [place, ...others]);
    expect(receipts.get(TX)).toMatchObject(expected);
  });
});

describe('logs', () => {
  const range = { addresses: [ADDRESS], fromBlock: 1n, toBlock: 8n, withReceipts: true };

  test.each(LOGS)('behavior: $seen: $fields', async (row) => {
    const log = odd(LOG, row);
    const answers = { log, receipt: { ...RECEIPT, logs: [log] } };
    const read = { address: ADDRESS, blockNumber: 3n, blockHash: HASH, txHash: TX, logIndex: 0, gasFee: 42_000n };
    expect(await readLogs(await nodeOf(answers), range)).toMatchObject([read]);
    expect(await readLogs(await nodeOf(answers, {}), range)).toMatchObject([read]);
  });

  test.each(NO_LOGS)('behavior: none: $seen', async ({ result }) => {
    expect(await readLogs(await nodeOf({ logs: result }), range)).toEqual([]);
    expect(await readLogs(await nodeOf({ logs: result }, { logs: [] }), range)).toEqual([]);
  });
});

test.each(BLOCKS)('behavior: reads a block: $seen: $fields', async (row) => {
  const expected = { number: 3n, hash: HASH, at: new Date(0x6500_0000 * 1_000) };
  const block = odd(BLOCK, row);
  expect(await readBlockHeader(await nodeOf({ block }), 3n)).toEqual(expected);
  expect(await readBlockHeader(await nodeOf({ block }, {}), 3n)).toEqual(expected);
});
