import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { hashSumLeaf, readSum, type SumLeaf, type SumNode, writeSum } from '@city-mint/domain/proof/sum-tree';
import { saltOf } from './salt-of.ts';
import { joinBySha256, sha256 } from './sha256.ts';

/** Leaves of one stored run: a power of two, so that its root is a node of the whole tree. */
export const CHUNK_LEAVES = 1_024;

const ADDRESS_BYTES = 20;
const LEAF_BYTES = 52;

/** Who is owed how much: 20 bytes of address (all zero = the house), base units. */
export type Owed = { readonly account: Uint8Array; readonly amount: bigint };

/** A run of leaves as it is stored, and the node above them. */
export function packChunk(owed: readonly Owed[], secret: Uint8Array): { leaves: Buffer; node: SumNode } {
  const leaves = Buffer.alloc(owed.length * LEAF_BYTES);
  const nodes = owed.map(({ account, amount }, at) => {
    leaves.set(account, at * LEAF_BYTES);
    writeSum(leaves, at * LEAF_BYTES + ADDRESS_BYTES, amount);
    return hashSumLeaf({ account, amount, salt: saltOf(secret, account) }, sha256);
  });
  const node = treeRoot(nodes, joinBySha256);
  if (node === undefined) throw new Error('a run of no leaves');
  return { leaves, node };
}

/** The leaves of a stored run, salts included. */
export function unpackChunk(leaves: Uint8Array, secret: Uint8Array): SumLeaf[] {
  return Array.from({ length: leaves.length / LEAF_BYTES }, (_unused, at) => {
    const account = leaves.slice(at * LEAF_BYTES, at * LEAF_BYTES + ADDRESS_BYTES);
    return { account, amount: readSum(leaves, at * LEAF_BYTES + ADDRESS_BYTES), salt: saltOf(secret, account) };
  });
}
