import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { AnchorBlock, StoredAnchor } from './anchor-store.ts';
import { carriesAnchor } from './carries-anchor.ts';
import type { AnchorPlace } from './scribe-deps.ts';

/** As many blocks as nodes give logs of without complaint. */
const SPAN = 2_000n;

/**
 * The transaction that wrote a root which stands in the contract, though no row knows of it: looked for in the contract's logs from `head`
 * backwards. Undefined when there is none.
 */
export async function findAnchorBlock(
  { node, place, head }: { node: RpcNode; place: AnchorPlace; head: bigint },
  anchor: StoredAnchor,
): Promise<AnchorBlock | undefined> {
  for (let toBlock = head; toBlock >= place.startBlock && toBlock >= 0n; toBlock -= SPAN) {
    const from = toBlock - SPAN + 1n;
    const fromBlock = from < place.startBlock ? place.startBlock : from;
    const logs = await node.getLogs({ address: place.anchors, fromBlock, toBlock });
    const found = logs.find((log) => carriesAnchor([log], { anchor, place }));
    if (found !== undefined) {
      return { txHash: found.transactionHash, number: found.blockNumber, hash: found.blockHash };
    }
  }
  return undefined;
}
