import type { FailedCall } from '@city-mint/chain-contract/node-error-kind';
import { nodeErrorKind } from '@city-mint/chain-contract/node-error-kind';
import type { Hex } from 'viem';
import type { RpcNode } from './rpc-node.ts';

const CALL: FailedCall = { method: 'eth_getBlockByNumber', params: ['0x0', false] };

/** The answer of each node: block 0 never changes, and nodes may drop it from their history. */
const asked = new WeakMap<RpcNode, Promise<Hex | null>>();

/**
 * Returns the hash of a node's block 0, asked once; null where the node does not have the block. Throws when the node
 * does not answer.
 */
export function genesisHashOf(node: RpcNode): Promise<Hex | null> {
  const known = asked.get(node);
  if (known !== undefined) return known;
  const hash = askGenesis(node);
  asked.set(node, hash);
  hash.catch(() => {
    if (asked.get(node) === hash) asked.delete(node);
  });
  return hash;
}

/** Forgets the answers: after an integrity error the nodes may be on another chain. */
export function forgetGenesis(nodes: readonly RpcNode[]): void {
  for (const node of nodes) asked.delete(node);
}

async function askGenesis(node: RpcNode): Promise<Hex | null> {
  try {
    const { hash } = await node.getBlock({ blockNumber: 0n });
    return hash.toLowerCase() as Hex;
  } catch (error) {
    const kind = nodeErrorKind(error, CALL);
    // Only these say nothing about the block.
    if (kind === 'unavailable' || kind === 'rate-limited') throw error;
    return null;
  }
}
