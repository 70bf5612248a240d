import { type HashBytes, NODE_PREFIX, type SumNode } from './sum-node.ts';
import { writeSum } from './write-sum.ts';

/**
 * The node above two: the hash of 0x01 and of both hashes and both sums, so neither sum can be other than it is. Throws a RangeError when
 * either sum, or both together, are out of range.
 */
export function joinSumNodes(left: SumNode, right: SumNode, hash: HashBytes): SumNode {
  const bytes = new Uint8Array(129);
  bytes[0] = NODE_PREFIX;
  bytes.set(left.hash, 1);
  writeSum(bytes, 33, left.sum);
  bytes.set(right.hash, 65);
  writeSum(bytes, 97, right.sum);
  const sum = left.sum + right.sum;
  writeSum(new Uint8Array(32), 0, sum);
  return { hash: hash(bytes), sum };
}
