import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { type Address, encodeErrorResult, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activeChain } from '#session/active-chain.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE } from '#testing/sample-session.ts';
import { readSwapFailure } from './read-swap-failure.ts';

const ROUTER: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const HASH: Hex = `0x${'ab'.repeat(32)}`;
const input = encodeFunctionData({
  abi: uniswapRouterAbi,
  functionName: 'swapExactETHForTokens',
  args: [7n, [ROUTER, ALICE], ALICE, 9n],
});

let network: FakeNetwork;
/** The repeated calls, with their blocks. */
let repeated: unknown[];

beforeEach(() => {
  network = installFakeNetwork();
  repeated = [];
  const sent = { from: ALICE, to: ROUTER, input, value: '0x5', gas: '0x1', gasPrice: '0x1', nonce: '0x0', type: '0x0' };
  network.rpc('eth_chainId', () => numberToHex(activeChain.id));
  network.rpc('eth_getTransactionByHash', () => ({ ...sent, hash: HASH, blockHash: HASH, blockNumber: '0x1f' }));
});
afterEach(() => network.restore());

/** Lets the node answer the repeated call with a revert of this text, or with success for null. */
function answerWith(text: string | null) {
  network.rpc('eth_call', ([call, block]) => {
    repeated.push([Object(call).from, Object(call).value, block]);
    if (text === null) return `0x${'0'.repeat(62)}20${'0'.repeat(64)}`;
    const abi = parseAbi(['error Error(string)']);
    throw { code: 3, message: 'execution reverted', data: encodeErrorResult({ abi, args: [text] }) };
  });
}

test.each([
  ['UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT', 'price'],
  ['UniswapV2Router: EXCESSIVE_INPUT_AMOUNT', 'price'],
  ['UniswapV2Router: EXPIRED', 'expired'],
  ['UniswapV2: LOCKED', 'other'],
])('default: %s is %s', async (text, failure) => {
  answerWith(text);
  expect(await readSwapFailure(HASH)).toBe(failure);
  expect(repeated).toEqual([[ALICE, '0x5', '0x1f']]);
});

test('behavior: the reason is unknown if the call would succeed there, or is of another contract', async () => {
  answerWith(null);
  expect(await readSwapFailure(HASH)).toBe('other');
});

test('behavior: throws for a transaction that the node does not know, so that it is retried', async () => {
  network.rpc('eth_getTransactionByHash', () => null);
  await expect(readSwapFailure(HASH)).rejects.toThrow();
});
