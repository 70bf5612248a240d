import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapFactoryAbi } from '@city-mint/chain-contract/generated/uniswap-factory-abi';
import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import {
  type Address,
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  isHex,
  numberToHex,
  parseAbi,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, disconnect } from 'wagmi/actions';
import { queryClient } from '#platform/query-client.ts';
import { serverNow } from '#platform/server-clock.ts';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { type FakeWallet, installFakeWallet } from '#testing/fake-wallet.ts';
import { zh } from '#testing/zh-texts.ts';
import { sendSwap } from './swap-flow.ts';
import { quoteSwap, type SwapRequest } from './swap-quote.ts';

const ROUTER: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const WRAPPED: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const PAIR: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const FACTORY: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const HASH: Hex = `0x${'ab'.repeat(32)}`;
const UNIT = 10n ** 18n;
const POOL = { block: 7n, ju: 1_000n * UNIT, fmc: 10_000n * UNIT };
const owner = privateKeyToAccount(`0x${'01'.repeat(32)}`);
const readAbi = [...uniswapRouterAbi, ...uniswapFactoryAbi, ...uniswapPairAbi, ...fmcAbi];

let network: FakeNetwork;
let wallet: FakeWallet;
let allowance: bigint;
/** The router's reply to a simulated swap: a revert with this text; success for null. */
let revertText: string | null;

beforeEach(async () => {
  allowance = 0n;
  revertText = null;
  network = installFakeNetwork();
  wallet = installFakeWallet({ address: owner.address, chainId: activeChain.id });
  network.rpc('eth_chainId', () => numberToHex(activeChain.id));
  network.rpc('eth_estimateGas', () => numberToHex(150_000));
  network.rpc('eth_blockNumber', () => numberToHex(7));
  network.rpc('eth_call', ([call]) => answerCall(Object(call).data));
  network.rpc('eth_getTransactionReceipt', () => ({ ...RECEIPT, transactionHash: HASH }));
  wallet.reply('eth_sendTransaction', ([transaction]) => {
    if (decodeFunctionData({ abi: readAbi, data: Object(transaction).data }).functionName === 'approve') {
      allowance = 10n ** 30n;
    }
    return HASH;
  });
  const [connector] = walletConfig.connectors;
  if (connector === undefined) throw new Error('the page knows no wallet');
  await connect(walletConfig, { connector });
});
afterEach(async () => {
  queryClient.clear();
  await disconnect(walletConfig);
  wallet.uninstall();
  network.restore();
});

const RECEIPT = {
  blockHash: HASH,
  blockNumber: '0x7',
  contractAddress: null,
  cumulativeGasUsed: '0x1',
  effectiveGasPrice: '0x1',
  from: owner.address,
  gasUsed: '0x1',
  logs: [],
  logsBloom: `0x${'00'.repeat(256)}`,
  status: '0x1',
  to: FMC,
  transactionIndex: '0x0',
  type: '0x2',
};

function answerCall(data: Hex): Hex {
  const { functionName } = decodeFunctionData({ abi: readAbi, data });
  switch (functionName) {
    case 'allowance':
      return encodeFunctionResult({ abi: fmcAbi, functionName, result: allowance });
    case 'approve':
      return encodeFunctionResult({ abi: fmcAbi, functionName, result: true });
    case 'WETH':
      return encodeFunctionResult({ abi: uniswapRouterAbi, functionName, result: WRAPPED });
    case 'factory':
      return encodeFunctionResult({ abi: uniswapRouterAbi, functionName, result: FACTORY });
    case 'getPair':
      return encodeFunctionResult({ abi: uniswapFactoryAbi, functionName, result: PAIR });
    case 'token0':
      return encodeFunctionResult({ abi: uniswapPairAbi, functionName, result: FMC });
    default: {
      if (revertText === null) {
        return encodeFunctionResult({ abi: uniswapRouterAbi, functionName: 'swapExactTokensForETH', result: [1n, 1n] });
      }
      const error = parseAbi(['error Error(string)']);
      throw { code: 3, message: 'execution reverted', data: encodeErrorResult({ abi: error, args: [revertText] }) };
    }
  }
}

function send(request: SwapRequest) {
  const result = quoteSwap(request, POOL);
  if (result.kind !== 'quote') throw new Error(result.kind);
  const order = {
    account: owner.address,
    router: ROUTER,
    fmc: FMC,
    quote: result.quote,
    onAuthorized: () => undefined,
  };
  return sendSwap(order);
}

/** Returns the transactions that the wallet was asked to send. */
function sentCalls() {
  return wallet.calls('eth_sendTransaction').map(([transaction]) => {
    const { data, to, value } = Object(transaction);
    if (!isHex(data)) throw new Error('the transaction calls nothing');
    const call = decodeFunctionData({ abi: readAbi, data });
    return { ...call, to, value: value === undefined ? 0n : BigInt(value) };
  });
}

describe('sendSwap', () => {
  test('default: sells exactly this JU for at least that FMC, to the own account, within 20 minutes', async () => {
    expect(await send({ sell: 'JU', side: 'sold', amount: 10n * UNIT, limitBps: 50 })).toEqual({
      ok: true,
      hash: HASH,
    });
    const [call, ...rest] = sentCalls();
    expect(rest).toEqual([]);
    expect(call).toMatchObject({ functionName: 'swapExactETHForTokens', to: ROUTER, value: 10n * UNIT });
    const [least, path, to, deadline] = call?.args ?? [];
    expect([least, path, to]).toEqual([98_222_224_422_507_599_236n, [WRAPPED, FMC], owner.address]);
    const seconds = Number(deadline) - serverNow() / 1000;
    expect(seconds).toBeGreaterThan(1_195);
    expect(seconds).toBeLessThanOrEqual(1_200);
  });

  test('default: sells at most this JU for exactly that FMC', async () => {
    await send({ sell: 'JU', side: 'received', amount: 90n * UNIT, limitBps: 100 });
    const most = 9_200_153_437_102_427_363n;
    expect(sentCalls()).toMatchObject([{ functionName: 'swapETHForExactTokens', value: most }]);
    expect(sentCalls()[0]?.args?.[0]).toBe(90n * UNIT);
  });

  test('default: approves exactly the FMC that the router may take', async () => {
    await send({ sell: 'FMC', side: 'sold', amount: 200n * UNIT, limitBps: 50 });
    expect(sentCalls().map(({ functionName, args }) => [functionName, args?.slice(0, 2)])).toEqual([
      ['approve', [ROUTER, 200n * UNIT]],
      ['swapExactTokensForETH', [200n * UNIT, 19_452_418_769_731_552_837n]],
    ]);
  });

  test('default: for an exact amount of JU approves the maximum once', async () => {
    await send({ sell: 'FMC', side: 'received', amount: 26n * UNIT, limitBps: 100 });
    const most = 270_421_119_621_698_771_880n;
    expect(sentCalls().map(({ functionName, args }) => [functionName, args?.slice(0, 2)])).toEqual([
      ['approve', [ROUTER, most]],
      ['swapTokensForExactETH', [26n * UNIT, most]],
    ]);
    await send({ sell: 'FMC', side: 'received', amount: 26n * UNIT, limitBps: 100 });
    expect(sentCalls().map(({ functionName }) => functionName)).toEqual([
      'approve',
      'swapTokensForExactETH',
      'swapTokensForExactETH',
    ]);
  });

  test.each([
    ['UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT', zh.assets.chain.priceMoved],
    ['UniswapV2Router: EXPIRED', zh.assets.chain.swapExpired],
  ])('behavior: %s in the simulation: the wallet is not asked', async (text, shown) => {
    revertText = text;
    expect(await send({ sell: 'JU', side: 'sold', amount: UNIT, limitBps: 50 })).toMatchObject({
      ok: false,
      text: shown,
    });
    expect(sentCalls()).toEqual([]);
  });

  test('behavior: sends nothing if the user rejects the approval', async () => {
    wallet.reply('eth_sendTransaction', () => {
      throw { code: 4001, message: 'User rejected the request.' };
    });
    expect(await send({ sell: 'FMC', side: 'sold', amount: UNIT, limitBps: 50 })).toMatchObject({
      ok: false,
      cancelled: true,
    });
    expect(wallet.calls('eth_sendTransaction')).toHaveLength(1);
  });
});
