import { nodeErrorKind } from '@city-mint/chain-contract/node-error-kind';
import type { Address, Hash, Hex } from 'viem';
import { ChainIntegrityError, integrityErrorIn } from './chain-integrity-error.ts';
import { mapLimited } from './map-limited.ts';
import { readFaultOf } from './read-fault.ts';
import type { RpcNode } from './rpc-node.ts';

/** A log of a transaction's receipt. */
export type ReceiptLog = {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: number;
};

export type Receipt = {
  readonly status: string;
  readonly blockHash: Hash;
  readonly logs: readonly ReceiptLog[];
  /** The sender's fee, in base units; null where the node does not report it. */
  readonly fee: bigint | null;
};

/** The block of a transaction. */
export type TransactionPlace = { readonly txHash: Hash; readonly blockNumber: bigint };

export const LOOKUPS_AT_ONCE = 8;
/** From this number of transactions in a block on, all receipts of the block are requested in one call. */
const WHOLE_BLOCK_FROM = 4;

/**
 * Returns the receipts of transactions, by their hashes; one reply covers a block with many of them. Throws
 * ChainIntegrityError `missing-data` for a transaction whose receipt the nodes do not have yet.
 */
export async function readReceipts(
  node: RpcNode,
  places: readonly TransactionPlace[],
): Promise<ReadonlyMap<Hash, Receipt>> {
  const receipts = new Map<Hash, Receipt>();
  const missing = await lookUpByBlocks(places, async (blockNumber, wanted) => {
    for (const [hash, receipt] of await readBlockReceipts(node, blockNumber, wanted)) receipts.set(hash, receipt);
    return receipts;
  });
  await mapLimited(missing, LOOKUPS_AT_ONCE, async (hash) => {
    receipts.set(hash, await readReceipt(node, hash));
  });
  return receipts;
}

/**
 * Calls `readBlock` for each block with many of the transactions; it returns the results found so far. Returns the
 * hashes of the remaining transactions, including those that were not found.
 */
export async function lookUpByBlocks(
  places: readonly TransactionPlace[],
  readBlock: (blockNumber: bigint, wanted: ReadonlySet<Hash>) => Promise<ReadonlyMap<Hash, unknown>>,
): Promise<Hash[]> {
  const byBlock = new Map<bigint, Set<Hash>>();
  for (const { txHash, blockNumber } of places) {
    const hashes = byBlock.get(blockNumber);
    if (hashes === undefined) byBlock.set(blockNumber, new Set([txHash]));
    else hashes.add(txHash);
  }
  const missing = await mapLimited([...byBlock], LOOKUPS_AT_ONCE, async ([blockNumber, wanted]) => {
    if (wanted.size < WHOLE_BLOCK_FROM) return [...wanted];
    const found = await readBlock(blockNumber, wanted).catch((error: unknown) => {
      // Rethrows a disagreement of nodes; only a node that cannot answer for a whole block is asked per transaction.
      if (![undefined, 'missing-data'].includes(integrityErrorIn(error)?.code)) throw error;
      // More calls would not help.
      if (readFaultOf(error) === 'rate-limited') throw error;
      return new Map<Hash, unknown>();
    });
    return [...wanted].filter((hash) => !found.has(hash));
  });
  return missing.flat();
}

/** Returns whether a node does not support this method, whatever its parameters. */
export function isUnknownMethod(error: unknown): boolean {
  return nodeErrorKind(error, { method: 'any' }) === 'unknown-method';
}

type RawReceipt = {
  readonly transactionHash: Hash;
  /** Missing on chains without it. */
  readonly status?: Hex | null;
  readonly blockHash: Hash;
  readonly gasUsed: Hex;
  /** Missing on chains without EIP-1559. */
  readonly effectiveGasPrice?: Hex | null;
  readonly logs: readonly { address: Address; topics: readonly Hex[]; data: Hex; logIndex: Hex }[];
};

async function readBlockReceipts(
  node: RpcNode,
  blockNumber: bigint,
  wanted: ReadonlySet<Hash>,
): Promise<Map<Hash, Receipt>> {
  const raw = await node.request<{ Parameters: [Hex]; ReturnType: readonly RawReceipt[] | null }>({
    method: 'eth_getBlockReceipts',
    params: [`0x${blockNumber.toString(16)}`],
  } as never);
  const receipts = new Map<Hash, Receipt>();
  for (const receipt of raw ?? []) {
    if (wanted.has(receipt.transactionHash)) receipts.set(receipt.transactionHash, receiptOf(receipt));
  }
  return receipts;
}

async function readReceipt(node: RpcNode, hash: Hash): Promise<Receipt> {
  // Unformatted: viem's formatter knows one way to write a status.
  const raw = await node.request<{ Parameters: [Hash]; ReturnType: RawReceipt | null }>({
    method: 'eth_getTransactionReceipt',
    params: [hash],
  } as never);
  if (raw === null) throw new ChainIntegrityError('missing-data', `no node has the receipt of ${hash} yet`);
  return receiptOf(raw);
}

function receiptOf({ status, blockHash, gasUsed, effectiveGasPrice, logs }: RawReceipt): Receipt {
  const price = effectiveGasPrice ?? null;
  return {
    status: isSuccess(status, logs.length) ? 'success' : 'reverted',
    blockHash,
    logs: logs.map(({ address, topics, data, logIndex }) => ({ address, topics, data, logIndex: Number(logIndex) })),
    fee: price === null ? null : BigInt(gasUsed) * BigInt(price),
  };
}

/** A reverted transaction has no logs. Some nodes write `0x01`. */
function isSuccess(status: Hex | null | undefined, logCount: number): boolean {
  return status === null || status === undefined ? logCount > 0 : Number(status) === 1;
}
