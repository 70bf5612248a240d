import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import fc from 'fast-check';
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  parseAbi,
  zeroHash,
} from 'viem';
import { describe, expect, test } from 'vitest';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import { readPoolEvent, readRouterCall } from './pool-event.ts';

const PAIR = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ROUTER = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const FMC = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const WRAPPED = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

function logOf(topics: readonly (Hex | readonly Hex[] | null)[], data: Hex = '0x'): ChainLog {
  return {
    address: PAIR,
    topics: topics.flatMap((topic) => (typeof topic === 'string' ? [topic] : [])),
    data,
    blockNumber: 7n,
    blockHash: zeroHash,
    blockAt: new Date(0),
    txHash: `0x${'ab'.repeat(32)}`,
    logIndex: 0,
    gasFee: null,
    receiptLogs: null,
  };
}

const UINT = { type: 'uint256' } as const;
const swapTopics = encodeEventTopics({ abi: uniswapPairAbi, eventName: 'Swap', args: { sender: ROUTER, to: ALICE } });
/** Amounts in of both tokens, then amounts out of both. */
const swapOf = (...amounts: [bigint, bigint, bigint, bigint]) =>
  logOf(swapTopics, encodeAbiParameters([UINT, UINT, UINT, UINT], amounts));

describe('readPoolEvent', () => {
  test.each<[string, ChainLog, boolean, object]>([
    ['the first token', swapOf(10n, 0n, 0n, 7n), true, { sold: 'FMC', paidIn: 10n, paidOut: 7n }],
    ['the first token', swapOf(10n, 0n, 0n, 7n), false, { sold: 'JU', paidIn: 10n, paidOut: 7n }],
    ['the second token', swapOf(0n, 10n, 7n, 0n), true, { sold: 'JU', paidIn: 10n, paidOut: 7n }],
    ['the second token', swapOf(0n, 10n, 7n, 0n), false, { sold: 'FMC', paidIn: 10n, paidOut: 7n }],
  ])('default: a swap of %s of %o, FMC first: %s', (...[, log, isFmcFirst, swap]) => {
    expect(readPoolEvent(log, isFmcFirst)).toEqual({ kind: 'swap', ...swap });
  });

  test('default: a sync returns the reserves', () => {
    const topics = encodeEventTopics({ abi: uniswapPairAbi, eventName: 'Sync' });
    const data = encodeAbiParameters([{ type: 'uint112' }, { type: 'uint112' }], [5n, 2n ** 112n - 1n]);
    expect(readPoolEvent(logOf(topics, data), true)).toEqual({
      kind: 'sync',
      reserve0: 5n,
      reserve1: 2n ** 112n - 1n,
    });
  });

  test.each<[string, ChainLog]>([
    ['both tokens paid in', swapOf(1n, 1n, 0n, 7n)],
    ['both tokens paid out', swapOf(1n, 0n, 1n, 7n)],
    [
      'a transfer of the pool’s own shares',
      logOf(
        encodeEventTopics({
          abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
          args: { from: ALICE, to: PAIR },
        }),
        encodeAbiParameters([UINT], [1n]),
      ),
    ],
  ])('behavior: %s is ignored', (_, log) => expect(readPoolEvent(log, true)).toBeUndefined());

  test.each<[string, ChainLog]>([
    ['without topics', logOf([])],
    ['with data cut off', { ...swapOf(1n, 0n, 0n, 1n), data: '0x01' }],
    ['with a topic too few', logOf(swapTopics.slice(0, 2), '0x')],
  ])('behavior: a log %s is an integrity error', (_, log) => {
    expect(() => readPoolEvent(log, true)).toThrow(ChainIntegrityError);
    expect(() => readPoolEvent(log, true)).toThrow('unreadable-log');
  });
});

describe('readRouterCall', () => {
  const path = [WRAPPED, FMC] as const;

  test('default: for each kind of swap returns the exact amount, the bound and the path', () => {
    const withCoin = (['swapExactETHForTokens', 'swapETHForExactTokens'] as const).map((functionName) =>
      encodeFunctionData({ abi: uniswapRouterAbi, functionName, args: [5n, path, ALICE, 9n] }),
    );
    const exactSold = (['swapExactTokensForETH', 'swapExactTokensForTokens'] as const).map((functionName) =>
      encodeFunctionData({ abi: uniswapRouterAbi, functionName, args: [77n, 5n, path, ALICE, 9n] }),
    );
    const exactReceived = encodeFunctionData({
      abi: uniswapRouterAbi,
      functionName: 'swapTokensForExactETH',
      args: [5n, 77n, path, ALICE, 9n],
    });
    const [coinSold, coinForExact] = withCoin.map((input) => readRouterCall({ input, value: 77n }));
    const amounts = { sold: 77n, received: 5n, path };
    expect(coinSold).toEqual({ exact: 'sold', ...amounts });
    expect(coinForExact).toEqual({ exact: 'received', ...amounts });
    for (const input of exactSold) expect(readRouterCall({ input, value: 0n })).toEqual({ exact: 'sold', ...amounts });
    expect(readRouterCall({ input: exactReceived, value: 0n })).toEqual({ exact: 'received', ...amounts });
  });

  test('default: decodes any data as viem does, and returns undefined where viem throws', () => {
    const amount = fc.bigInt(0n, 2n ** 256n - 1n);
    const called = fc.record({
      functionName: fc.constantFrom('swapExactTokensForETH', 'swapTokensForExactETH'),
      amounts: fc.tuple(amount, amount),
      path: fc.array(fc.constantFrom(WRAPPED, FMC, ALICE), { maxLength: 4 }),
    });
    /** A word that states another offset, length or value, or none; and the number of truncated bytes. */
    const word = fc.option(fc.oneof(amount, fc.bigInt(0n, 300n), fc.constantFrom(96n, 128n, 160n, 192n)));
    const bent = fc.record({ word, at: fc.nat(9), cut: fc.constantFrom(0, 0, 1, 20, 32, 100) });
    const counts = { decoded: 0, thrown: 0 };
    fc.assert(
      fc.property(called, bent, ({ functionName, amounts, path: route }, { word: value, at, cut }) => {
        const args = [...amounts, route, ALICE, 9n] as const;
        const whole = encodeFunctionData({ abi: uniswapRouterAbi, functionName, args });
        const words = whole.slice(10).match(/.{64}/g) ?? [];
        if (value !== null && at < words.length) words[at] = value.toString(16).padStart(64, '0');
        const data = words.join('');
        const input = `${whole.slice(0, 10)}${data.slice(0, data.length - 2 * cut)}` as Hex;
        const expected = decodedBy(input);
        counts[expected === undefined ? 'thrown' : 'decoded'] += 1;
        const [first, second, found] = expected ?? [];
        const [sold, received] = functionName === 'swapExactTokensForETH' ? [first, second] : [second, first];
        expect(readRouterCall({ input, value: 5n })).toEqual(
          expected && { ...readAs(functionName), sold, received, path: found },
        );
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(counts.decoded, counts.thrown)).toBeGreaterThan(100);
  });

  function readAs(functionName: string) {
    return { exact: functionName === 'swapExactTokensForETH' ? 'sold' : 'received' };
  }

  function decodedBy(input: Hex): readonly unknown[] | undefined {
    try {
      return decodeFunctionData({ abi: uniswapRouterAbi, data: input }).args;
    } catch {
      return undefined;
    }
  }

  test('behavior: returns undefined for a call that is not a swap, or not a call of the router', () => {
    const liquidity = encodeFunctionData({
      abi: uniswapRouterAbi,
      functionName: 'addLiquidityETH',
      args: [FMC, 1n, 1n, 1n, ALICE, 9n],
    });
    for (const input of [liquidity, '0x', '0x12345678', liquidity.slice(0, 20)] as Hex[])
      expect(readRouterCall({ input, value: 1n })).toBeUndefined();
  });
});
