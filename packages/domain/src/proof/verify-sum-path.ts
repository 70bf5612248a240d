import { hashSumLeaf, type SumLeaf } from './hash-sum-leaf.ts';
import { joinSumNodes } from './join-sum-nodes.ts';
import { type HashBytes, SUM_LIMIT, type SumNode } from './sum-node.ts';
import type { PathStep } from './tree-path.ts';

/** What is wrong with a proof, in checking order. */
export type SumPathFault = 'sum-out-of-range' | 'hash-length' | 'total-differs' | 'root-differs';

export type SumProof = { readonly leaf: SumLeaf; readonly path: readonly PathStep<SumNode>[] };

/**
 * Whether a leaf is counted in a published root and total: recomputes the way up, where every sum beside it has to be a possible one, so that
 * nothing negative lowers the total. Null when it is. The caller compares the leaf's account and amount with what he knows to be his.
 */
export function verifySumPath(
  { leaf, path }: SumProof,
  { root, hash }: { root: SumNode; hash: HashBytes },
): SumPathFault | null {
  const sums = [leaf.amount, ...path.map(({ node }) => node.sum)];
  if (sums.some((sum) => sum < 0n) || sums.reduce((a, b) => a + b, 0n) >= SUM_LIMIT) return 'sum-out-of-range';
  const hashes = [root.hash, ...path.map(({ node }) => node.hash)];
  if (hashes.some(({ length }) => length !== 32) || leaf.salt.length !== 32 || leaf.account.length !== 20) {
    return 'hash-length';
  }
  let node = hashSumLeaf(leaf, hash);
  for (const { side, node: beside } of path) {
    node = side === 'left' ? joinSumNodes(beside, node, hash) : joinSumNodes(node, beside, hash);
  }
  if (node.sum !== root.sum) return 'total-differs';
  return node.hash.every((byte, at) => byte === root.hash[at]) ? null : 'root-differs';
}
