import type { Address, Hash, Hex } from 'viem';
import { ChainIntegrityError } from './chain-integrity-error.ts';
import { mapLimited } from './map-limited.ts';
import { LOOKUPS_AT_ONCE, lookUpByBlocks, type TransactionPlace } from './read-receipts.ts';
import type { RpcNode } from './rpc-node.ts';

/** A transaction of a wallet. */
export type SentTransaction = {
  readonly from: Address;
  /** Null for the creation of a contract. */
  readonly to: Address | null;
  readonly input: Hex;
  /** In base units of the native coin. */
  readonly value: bigint;
};

/**
 * Returns transactions of these blocks, by their hashes; one reply covers a block with many of them. Throws
 * ChainIntegrityError for a transaction that is in another block.
 */
export async function readTransactions(
  node: RpcNode,
  places: readonly (TransactionPlace & { readonly blockHash: Hash })[],
): Promise<ReadonlyMap<Hash, SentTransaction>> {
  const transactions = new Map<Hash, SentTransaction>();
  const blockOf = new Map(places.map(({ txHash, blockHash }) => [txHash, blockHash]));
  const missing = await lookUpByBlocks(places, async (blockNumber, wanted) => {
    // Unformatted: formatting a whole block costs more than reading it.
    const block = await node.request({
      method: 'eth_getBlockByNumber',
      params: [`0x${blockNumber.toString(16)}`, true],
    });
    for (const transaction of block?.transactions ?? []) {
      if (typeof transaction === 'string' || !wanted.has(transaction.hash)) continue;
      const { hash, blockHash, from, to, input, value } = transaction;
      if (blockHash === blockOf.get(hash)) transactions.set(hash, { from, to, input, value: BigInt(value) });
    }
    return transactions;
  });
  await mapLimited(missing, LOOKUPS_AT_ONCE, async (hash) => {
    const { from, to, input, value, blockHash } = await node.getTransaction({ hash });
    if (blockHash !== blockOf.get(hash)) throw new ChainIntegrityError('block-changed', `${hash} is in another block`);
    transactions.set(hash, { from, to, input, value });
  });
  return transactions;
}
