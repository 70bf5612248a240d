import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Address, decodeFunctionData, encodeFunctionResult, type Hex, numberToHex } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE } from '#testing/sample-session.ts';
import { rechargeLimits } from '../recharge/recharge-status.ts';
import { walletBalancesQuery, walletFundsQuery } from './chain-queries.ts';
import { gasPrice } from './chain-reads.ts';

const VAULT: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const GWEI = 1_000_000_000n;
const JU = 1_000_000_000n * GWEI;

let network: FakeNetwork;

beforeEach(() => {
  network = installFakeNetwork();
  network.rpc('eth_getBalance', () => numberToHex(5n * JU));
  network.rpc('eth_call', ([call]) => answerRead(Object(call).data));
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

function answerRead(data: Hex): Hex {
  const { functionName } = decodeFunctionData({ abi: [...vaultAbi, ...fmcAbi], data });
  if (functionName !== 'ruleOf')
    return encodeFunctionResult({ abi: vaultAbi, functionName: 'depositsPaused', result: false });
  return `0x${'0'.repeat(64).repeat(8)}`;
}

/** Simulates a node of a chain before EIP-1559: no base fee in blocks, no priority fees. */
function answerAsOldChain(price: bigint): void {
  network.rpc('eth_getBlockByNumber', () => ({ number: '0x1', hash: `0x${'1'.repeat(64)}`, transactions: [] }));
  for (const method of ['eth_maxPriorityFeePerGas', 'eth_feeHistory']) {
    network.rpc(method, () => {
      throw Object.assign(new Error(`the method ${method} does not exist`), { code: -32601 });
    });
  }
  network.rpc('eth_gasPrice', () => numberToHex(price));
}

const funds = () =>
  queryClient.fetchQuery({
    ...walletFundsQuery({ account: ALICE, currency: 'JU', vault: VAULT, fmc: FMC }),
    retry: false,
  });

test('gasPrice: is the maximum fee on a chain with EIP-1559', async () => {
  const block = { number: '0x1', hash: `0x${'1'.repeat(64)}`, transactions: [], baseFeePerGas: numberToHex(GWEI) };
  network.rpc('eth_getBlockByNumber', () => block);
  network.rpc('eth_maxPriorityFeePerGas', () => numberToHex(GWEI));
  expect(await gasPrice()).toBe((GWEI * 12n) / 10n + GWEI);
});

test('gasPrice: is the gas price with a margin on an old chain', async () => {
  answerAsOldChain(5n * GWEI);
  expect(await gasPrice()).toBe(6n * GWEI);
});

test('walletFundsQuery: on an old chain the maximum of a recharge leaves the gas', async () => {
  answerAsOldChain(5n * GWEI);
  const { balance, maximum, gasReserve } = rechargeLimits(await funds(), 'JU');
  expect({ balance, maximum, gasReserve }).toEqual({ balance: '5', maximum: '4.9964', gasReserve: '0.0036' });
});

test('walletFundsQuery: without a gas price from the node it offers no maximum', async () => {
  answerAsOldChain(GWEI);
  network.rpc('eth_gasPrice', () => {
    throw new Error('down');
  });
  await expect(funds()).rejects.toThrow();
});

test('walletBalancesQuery: returns both balances exactly, at the same block', async () => {
  network.rpc('eth_blockNumber', () => '0x1f');
  network.rpc('eth_getBalance', () => numberToHex(JU + 1n));
  network.rpc('eth_call', () => numberToHex(7n * JU + 5n, { size: 32 }));
  expect(await queryClient.fetchQuery(walletBalancesQuery({ account: ALICE, fmc: FMC }))).toEqual({
    block: '31',
    JU: '1.000000000000000001',
    FMC: '7.000000000000000005',
  });
});
