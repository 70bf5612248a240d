import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { uniswapFactoryAbi } from '@city-mint/chain-contract/generated/uniswap-factory-abi';
import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { encodeAbiParameters, pad, toFunctionSelector, toHex } from 'viem';
import { createChainMaker, headerOf, MADE } from './made-chain.ts';

/**
 * A node of a generated chain, in its own thread, with precomputed texts as answers, so that only the reading is
 * measured. Posts its port once it listens.
 */
const { blocks, chainId } = workerData as { readonly blocks: number; readonly chainId: number };
/** A block after the last one with events, and those that make it final. */
const CONFIRMATIONS = 4;
const head = blocks + CONFIRMATIONS;

type Ready = {
  readonly receipts: string;
  readonly transactions: string;
  readonly logs: ReadonlyMap<string, string>;
  readonly sequence: bigint;
  readonly reserves: readonly [bigint, bigint];
};
const maker = createChainMaker();
const ready = new Map<number, Ready>();
const singles = new Map<string, readonly [receipt: () => string, transaction: () => string]>();
for (let number = 1; number <= blocks; number += 1) {
  const { receipts, transactions, logs, sequence, reserves } = maker.block(number);
  const texts = [MADE.vault, MADE.pair].map((address) => {
    const own = logs.filter((entry) => entry.address === address.toLowerCase());
    return [address.toLowerCase(), own.map((entry) => JSON.stringify(entry)).join()] as const;
  });
  const [receiptText, transactionText] = [JSON.stringify(receipts), JSON.stringify(transactions)];
  ready.set(number, {
    ...{ receipts: receiptText, transactions: transactionText, logs: new Map(texts), sequence, reserves },
  });
  for (const [index, { transactionHash }] of receipts.entries()) {
    const pick = (text: string) => () => JSON.stringify(JSON.parse(text)[index]);
    singles.set(transactionHash, [pick(receiptText), pick(transactionText)]);
  }
}

const selector = (abi: Parameters<typeof toFunctionSelector>[0]) => toFunctionSelector(abi);
const nameOf = (abi: readonly object[], name: string) =>
  selector(abi.find((item) => Reflect.get(item, 'name') === name && Reflect.get(item, 'type') === 'function') as never);
const CALLS = {
  seq: nameOf(vaultAbi, 'seq'),
  getReserves: nameOf(uniswapPairAbi, 'getReserves'),
  token0: nameOf(uniswapPairAbi, 'token0'),
  getPair: nameOf(uniswapFactoryAbi, 'getPair'),
} as const;
const WORD = { type: 'uint256' } as const;

function contractCall(data: string, number: number): string {
  const at = ready.get(Math.min(number, blocks));
  const [fmc, ju] = at?.reserves ?? [0n, 0n];
  if (data.startsWith(CALLS.seq)) return encodeAbiParameters([WORD], [at?.sequence ?? 0n]);
  if (data.startsWith(CALLS.getReserves)) return encodeAbiParameters([WORD, WORD, WORD], [fmc, ju, 0n]);
  return pad(data.startsWith(CALLS.getPair) ? MADE.pair : MADE.fmc, { size: 32 });
}

function numberOf(tag: unknown): number {
  if (tag === 'latest') return head;
  return tag === 'finalized' ? blocks : Number(tag);
}

function answer(method: string, params: readonly unknown[]): string {
  const [first, second] = params;
  switch (method) {
    case 'eth_chainId':
      return JSON.stringify(toHex(chainId));
    case 'eth_getBlockByNumber': {
      const number = numberOf(first);
      const transactions = second === true ? (ready.get(number)?.transactions ?? '[]') : '[]';
      return `${JSON.stringify(headerOf(number)).slice(0, -1)},"transactions":${transactions}}`;
    }
    case 'eth_getLogs': {
      const { address, fromBlock, toBlock } = Object(first);
      const texts: string[] = [];
      for (let number = Number(fromBlock); number <= Number(toBlock); number += 1)
        texts.push(ready.get(number)?.logs.get(String(address[0]).toLowerCase()) ?? '');
      return `[${texts.filter((text) => text !== '').join()}]`;
    }
    case 'eth_getBlockReceipts':
      return ready.get(Number(first))?.receipts ?? '[]';
    case 'eth_getTransactionReceipt':
      return singles.get(String(first))?.[0]() ?? 'null';
    case 'eth_getTransactionByHash':
      return singles.get(String(first))?.[1]() ?? 'null';
    case 'eth_call':
      return JSON.stringify(contractCall(String(Object(first).data), numberOf(second)));
    case 'eth_getCode':
      return '"0x"';
    default:
      throw new Error(`the made node answers no ${method}`);
  }
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    const { id, method, params } = JSON.parse(body);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"jsonrpc":"2.0","id":${Number(id)},"result":${answer(method, params ?? [])}}`);
  });
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
