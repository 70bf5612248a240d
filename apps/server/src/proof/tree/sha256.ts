import { hash } from 'node:crypto';
import { joinSumNodes, type SumNode } from '@city-mint/domain/proof/sum-tree';

/** SHA-256 of bytes: what the trees of liabilities are made with. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

/** The node of a sum tree above two. */
export function joinBySha256(left: SumNode, right: SumNode): SumNode {
  return joinSumNodes(left, right, sha256);
}
