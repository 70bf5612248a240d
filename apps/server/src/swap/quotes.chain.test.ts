import { amountReceived, amountSold } from '@city-mint/domain/swap/quote';
import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import fc from 'fast-check';
import { createPublicClient, http, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROUTER_MATHS = parseAbi([
  'function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) pure returns (uint256)',
  'function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) pure returns (uint256)',
]);
const CASES = 1_000;
const LARGEST = 2n ** 112n - 1n;

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

test('property: quotes equal the router’s to the unit, both ways, for 1,000 reserves and amounts', async () => {
  const node = createPublicClient({ transport: http(chain.url, { batch: { batchSize: 200 } }) });
  const router = { address: chain.addresses.router, abi: ROUTER_MATHS } as const;
  /** The router reverts where there is no quote. */
  const ask = (functionName: 'getAmountOut' | 'getAmountIn', args: readonly [bigint, bigint, bigint]) =>
    node.readContract({ ...router, functionName, args }).catch(() => null);
  const anySize = fc.nat(112).chain((bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }));
  const samples = fc.sample(fc.tuple(anySize, anySize, anySize), { numRuns: CASES, seed: 7 });
  const edges = [
    [1n, 1n, 1n],
    [LARGEST, LARGEST, LARGEST],
    [LARGEST - 1n, 1n, LARGEST],
  ] as const;
  const quotes = await Promise.all(
    [...samples, ...edges].map(async ([amount, sold, received]) => ({
      ours: [amountReceived(amount, { sold, received }), amountSold(amount, { sold, received })],
      router: await Promise.all([
        ask('getAmountOut', [amount, sold, received]),
        ask('getAmountIn', [amount, sold, received]),
      ]),
    })),
  );
  for (const { ours, router: theirs } of quotes) expect(ours).toEqual(theirs);
  expect(quotes.filter(({ router: [out, cost] }) => out !== null && cost !== null).length).toBeGreaterThan(CASES / 4);
});
