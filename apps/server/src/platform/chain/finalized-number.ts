import { type FailedCall, nodeErrorKind } from '@city-mint/chain-contract/node-error-kind';
import type { RpcNode } from './rpc-node.ts';

const CALL: FailedCall = { method: 'eth_getBlockByNumber', params: ['finalized', false] };

/** The node answered its finalised block by an error that does not say whether it knows the tag. */
export class UnclearFinalityError extends Error {
  override readonly name = 'UnclearFinalityError';
}

/** Nodes that have reported a finalised block: geth denies having one while it starts. */
const reporting = new WeakSet<RpcNode>();

/**
 * Returns the number of a node's finalised block; undefined when it does not know the tag, however it says so. Throws
 * `UnclearFinalityError` for an error that may mean anything, and when a node that knew the tag denies it: counting
 * confirmations instead could credit a block that the chain still reverts. Throws other errors while the node does not
 * answer.
 */
export async function finalizedNumber(node: RpcNode): Promise<bigint | undefined> {
  const number = await askFinalized(node);
  if (number !== undefined) reporting.add(node);
  else if (reporting.has(node)) throw new UnclearFinalityError('it reported a finalised block before');
  return number;
}

async function askFinalized(node: RpcNode): Promise<bigint | undefined> {
  try {
    const { number } = await node.getBlock({ blockTag: 'finalized' });
    return number ?? undefined;
  } catch (error) {
    const kind = nodeErrorKind(error, CALL);
    if (kind === 'unknown-tag') return undefined;
    if (kind === 'unavailable' || kind === 'rate-limited') throw error;
    throw new UnclearFinalityError('the finalised block', { cause: error });
  }
}
