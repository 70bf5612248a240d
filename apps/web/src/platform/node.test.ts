import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapFactoryAbi } from '@city-mint/chain-contract/generated/uniswap-factory-abi';
import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { encodeFunctionData, encodeFunctionResult, toFunctionSelector } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { addressIn, askNode, balanceCall, numberIn, readCall, SELECTORS } from './node.ts';

const ABI = [...fmcAbi, ...uniswapFactoryAbi, ...uniswapPairAbi, ...uniswapRouterAbi];
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SPENDER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => network.restore());

test('the selectors are those of the contracts', () => {
  for (const [name, selector] of Object.entries(SELECTORS)) {
    const item = ABI.find((entry) => entry.type === 'function' && entry.name === name);
    if (item?.type !== 'function') throw new Error(`no contract has ${name}`);
    expect(toFunctionSelector(item)).toBe(selector);
  }
});

test('encodes a call as the library does', () => {
  const data = encodeFunctionData({ abi: fmcAbi, functionName: 'allowance', args: [OWNER, SPENDER] });
  const { params } = readCall(TOKEN, 'allowance', [OWNER, SPENDER]);
  expect(params).toEqual([{ to: TOKEN, data: data.toLowerCase() }, 'latest']);
});

test('decodes replies as the library encodes them', () => {
  const reserves = encodeFunctionResult({
    abi: uniswapPairAbi,
    functionName: 'getReserves',
    result: [2n ** 112n - 1n, 7n, 1],
  });
  expect([numberIn(reserves), numberIn(reserves, 1)]).toEqual([2n ** 112n - 1n, 7n]);
  const pair = encodeFunctionResult({ abi: uniswapFactoryAbi, functionName: 'getPair', result: OWNER });
  expect(addressIn(pair)).toBe(OWNER.toLowerCase());
  expect(numberIn('0x7')).toBe(7n);
  expect(() => numberIn('0x7', 1)).toThrow(RangeError);
  expect(() => addressIn('0x7')).toThrow(RangeError);
});

test('matches replies to calls in any order; throws if a call has none', async () => {
  network.rpc('eth_getBalance', () => '0x5');
  network.rpc('eth_call', () => `0x${'0'.repeat(63)}9`);
  const answers = await askNode([balanceCall(OWNER), readCall(TOKEN, 'balanceOf', [OWNER])]);
  expect(answers.map((answer) => numberIn(answer))).toEqual([5n, 9n]);
  network.rpc('eth_call', () => '0x');
  await expect(askNode([balanceCall(OWNER), readCall(TOKEN, 'balanceOf', [OWNER])])).rejects.toThrow('eth_call');
});

test('throws for a malformed reply', async () => {
  const fetch = globalThis.fetch;
  const reversed = async (_input: unknown, init?: RequestInit) => {
    const calls: { id: number }[] = JSON.parse(String(init?.body));
    return Response.json(calls.map(({ id }) => ({ id, result: `0x${id}` })).reverse());
  };
  try {
    globalThis.fetch = reversed;
    expect(await askNode([balanceCall(OWNER), balanceCall(SPENDER)])).toEqual(['0x0', '0x1']);
    globalThis.fetch = async () => Response.json({ error: { code: -32600 } });
    await expect(askNode([balanceCall(OWNER)])).rejects.toThrow('did not answer');
  } finally {
    globalThis.fetch = fetch;
  }
});
