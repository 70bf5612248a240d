import { createPublicClient, custom, type Hex, zeroHash } from 'viem';
import { expect, test } from 'vitest';
import { waitForReceipt } from './transaction-sender.ts';

const HASH: Hex = `0x${'a'.repeat(64)}`;

/** A node that puts the transaction in block 2 as soon as it is asked for anything but its receipt and the height. */
function lateNode() {
  let height = 1;
  const asked: string[] = [];
  const request = async ({ method }: { method: string }) => {
    asked.push(method);
    const transaction = { hash: HASH, from: zeroHash.slice(0, 42), nonce: '0x0', input: '0x', value: '0x0' };
    if (method === 'eth_blockNumber') {
      const answer = `0x${height.toString(16)}`;
      // Blocks are made only for transactions: this is the last one.
      height = 2;
      return answer;
    }
    if (method === 'eth_getTransactionReceipt') {
      return height === 2 && asked.filter((name) => name === 'eth_blockNumber').length > 1
        ? { transactionHash: HASH, status: '0x1', blockNumber: '0x2', logs: [] }
        : null;
    }
    if (method === 'eth_getBlockByNumber') {
      // Time for the next poll of the height.
      await new Promise((resolve) => setTimeout(resolve, 60));
      return { number: '0x1', transactions: [] };
    }
    return transaction;
  };
  const node = createPublicClient({ transport: custom({ request }), pollingInterval: 10, cacheTime: 0 });
  return { node, asked };
}

test('the receipt of the last block is found, though the block came while the node was being asked', async () => {
  const { node, asked } = lateNode();
  const receipt = await waitForReceipt(node, HASH);
  expect(receipt.blockNumber).toBe(2n);
  expect(asked).not.toContain('eth_getTransactionByHash');
});
