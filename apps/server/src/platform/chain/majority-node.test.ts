import { startBadNode } from '@city-mint/tests/setup/bad-node';
import type { EIP1193RequestFn, Hex } from 'viem';
import { expect, test } from 'vitest';
import { integrityErrorIn } from './chain-integrity-error.ts';
import { createMajorityNode } from './majority-node.ts';
import type { NodeFinding } from './node-watch.ts';
import { createRpcNodes } from './rpc-node.ts';

const HASH: Hex = `0x${'1'.repeat(64)}`;
const RECEIPT = { transactionHash: HASH, status: '0x1' };

/** Returns the answer of the majority of nodes with these receipts, or the code of its integrity error. */
async function ask(...receipts: readonly unknown[]) {
  const findings: NodeFinding['state'][] = [];
  const urls = await Promise.all(receipts.map((result) => startBadNode(() => ({ result }))));
  const node = createMajorityNode(createRpcNodes({ urls }), { onFinding: ({ state }) => void findings.push(state) });
  const request = node.request as EIP1193RequestFn;
  const answer: unknown = await request({ method: 'eth_getTransactionReceipt', params: [HASH] }).then(
    (receipt: unknown) => Object(receipt).status ?? null,
    (error: unknown) => integrityErrorIn(error)?.code,
  );
  return { answer, findings };
}

test('default: a receipt that the majority has', async () => {
  expect((await ask(RECEIPT, RECEIPT, RECEIPT)).answer).toBe('0x1');
});

test('behavior: a node without a receipt that the others have is behind, not wrong', async () => {
  const { answer, findings } = await ask(null, RECEIPT, RECEIPT);
  expect(answer).toBe('0x1');
  await expect.poll(() => findings).toEqual(['behind']);
});

test('behavior: while too few have it, data are missing; with two different receipts nodes disagree', async () => {
  expect((await ask(RECEIPT, null)).answer).toBe('missing-data');
  expect((await ask(null, null, RECEIPT)).answer).toBe(null);
  expect((await ask(RECEIPT, { ...RECEIPT, status: '0x0' })).answer).toBe('nodes-disagree');
  expect((await ask(RECEIPT, { ...RECEIPT, status: '0x0' }, null)).answer).toBe('nodes-disagree');
});
