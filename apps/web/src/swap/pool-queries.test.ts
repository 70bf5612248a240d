import { type Address, numberToHex } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SELECTORS } from '#platform/node.ts';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE } from '#testing/sample-session.ts';
import { marketQuery } from './pool-queries.ts';

const ROUTER: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const PAIR = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const GWEI = 10n ** 9n;

let network: FakeNetwork;
/** The methods of each request to the node. */
let requests: string[];
let pair: string;
let first: string;

beforeEach(() => {
  network = installFakeNetwork();
  requests = [];
  pair = PAIR;
  first = FMC;
  network.rpc('eth_blockNumber', () => '0x1f');
  network.rpc('eth_getBalance', () => '0x64');
  network.rpc('eth_call', ([call]) => answer(Object(call).data.slice(0, 10)));
  network.rpc('eth_getBlockByNumber', () => ({
    ...{ number: '0x1', hash: `0x${'1'.repeat(64)}`, transactions: [], baseFeePerGas: numberToHex(5n * GWEI) },
  }));
  network.rpc('eth_maxPriorityFeePerGas', () => '0x0');
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const calls: readonly { method: string }[] = [JSON.parse(String(init?.body))].flat();
    requests.push(calls.map(({ method }) => method).join());
    return fetch(input, init);
  };
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

const word = (value: bigint) => value.toString(16).padStart(64, '0');
const addressWord = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

function answer(selector: string): string {
  switch (selector) {
    case SELECTORS.getPair:
      return addressWord(pair);
    case SELECTORS.token0:
      return addressWord(first);
    case SELECTORS.getReserves:
      return `0x${word(500n)}${word(7n)}${word(1n)}`;
    case SELECTORS.balanceOf:
      return `0x${word(30n)}`;
    case SELECTORS.allowance:
      return `0x${word(4n)}`;
    default:
      return addressWord(ROUTER);
  }
}

const read = (account: Address | null) =>
  queryClient.fetchQuery({ ...marketQuery({ router: ROUTER, fmc: FMC, account }), staleTime: 0 });

test('default: reads reserves and funds of one block in one request, and the gas of a swap and back', async () => {
  await read(ALICE);
  requests = [];
  expect(await read(ALICE)).toEqual({
    pool: { block: 31n, fmc: 500n, ju: 7n },
    funds: { ju: 100n, fmc: 30n, allowance: 4n, gasReserve: 3n * 200_000n * 6n * GWEI },
  });
  expect(requests).toEqual(['eth_blockNumber,eth_call,eth_getBalance,eth_call,eth_call']);
});

test('behavior: handles the tokens in either order; returns the reserves without a wallet', async () => {
  first = ROUTER;
  expect(await read(null)).toEqual({ pool: { block: 31n, fmc: 7n, ju: 500n }, funds: null });
});

test('behavior: returns the wallet’s funds without a pool', async () => {
  pair = `0x${'0'.repeat(40)}`;
  expect(await read(ALICE)).toMatchObject({ pool: null, funds: { fmc: 30n } });
});
