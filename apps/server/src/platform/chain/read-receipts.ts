import {
  type Address,
  type Hash,
  type Hex,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  TransactionReceiptNotFoundError,
} from 'viem';
import { ChainIntegrityError, integrityErrorIn } from './chain-integrity-error.ts';
import { mapLimited } from './map-limited.ts';
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
 * ChainIntegrityError for a transaction without a receipt.
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
      if (integrityErrorIn(error) !== undefined) throw error;
      return new Map<Hash, unknown>();
    });
    return [...wanted].filter((hash) => !found.has(hash));
  });
  return missing.flat();
}

/** Returns whether a node does not support this method, whatever its parameters. */
export function isUnknownMethod(error: unknown): boolean {
  return error instanceof MethodNotFoundRpcError || error instanceof MethodNotSupportedRpcError;
}

type RawReceipt = {
  readonly transactionHash: Hash;
  readonly status: Hex | null;
  readonly blockHash: Hash;
  readonly gasUsed: Hex;
  readonly effectiveGasPrice: Hex | null;
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
  for (const { transactionHash, status, blockHash, gasUsed, effectiveGasPrice, logs } of raw ?? []) {
    if (!wanted.has(transactionHash)) continue;
    receipts.set(transactionHash, {
      status: status === '0x1' ? 'success' : 'reverted',
      blockHash,
      logs: logs.map(({ address, topics, data, logIndex }) => ({ address, topics, data, logIndex: Number(logIndex) })),
      fee: effectiveGasPrice === null ? null : BigInt(gasUsed) * BigInt(effectiveGasPrice),
    });
  }
  return receipts;
}

async function readReceipt(node: RpcNode, hash: Hash): Promise<Receipt> {
  try {
    const receipt = await node.getTransactionReceipt({ hash });
    const { status, blockHash, logs, gasUsed } = receipt;
    // Nodes of chains without EIP-1559 may omit it.
    const price: bigint | null = receipt.effectiveGasPrice ?? null;
    return { status, blockHash, logs, fee: price === null ? null : gasUsed * price };
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) throw new ChainIntegrityError('log-not-in-receipt', hash);
    throw error;
  }
}
