import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { hashSumLeaf, readSum, type SumLeaf, type SumNode, writeSum } from '@city-mint/domain/proof/sum-tree';
import { joinBySha256, sha256 } from './tree-hashes.ts';

/** Leaves of a stored chunk: a power of two, so that the chunk's root is a node of the tree. */
export const CHUNK_LEAVES = 1_024;

const ADDRESS_BYTES = 20;
const LEAF_BYTES = 52;

/** What an account is owed, in base units. `account` is 20 bytes, all zero for the system. */
export type AccountLiability = { readonly account: Uint8Array; readonly amount: bigint };

/** Returns a chunk of leaves in its stored form, and its root. Throws for no leaves. */
export function packChunk(
  liabilities: readonly AccountLiability[],
  secret: Uint8Array,
): { leaves: Buffer; node: SumNode } {
  const leaves = Buffer.alloc(liabilities.length * LEAF_BYTES);
  const nodes = liabilities.map(({ account, amount }, index) => {
    leaves.set(account, index * LEAF_BYTES);
    writeSum(leaves, index * LEAF_BYTES + ADDRESS_BYTES, amount);
    return hashSumLeaf({ account, amount, salt: deriveSalt(secret, account) }, sha256);
  });
  const node = treeRoot(nodes, joinBySha256);
  if (node === undefined) throw new Error('a chunk has no leaves');
  return { leaves, node };
}

/** Returns the leaves of a stored chunk with their salts. */
export function unpackChunk(leaves: Uint8Array, secret: Uint8Array): SumLeaf[] {
  return Array.from({ length: leaves.length / LEAF_BYTES }, (_unused, index) => {
    const amountOffset = index * LEAF_BYTES + ADDRESS_BYTES;
    const account = leaves.slice(index * LEAF_BYTES, amountOffset);
    return { account, amount: readSum(leaves, amountOffset), salt: deriveSalt(secret, account) };
  });
}

/**
 * Returns the salt of an account's leaf: the SHA-256 of the tree's secret (32 bytes) and the account (20 bytes). Only
 * the account's user ever sees it.
 */
function deriveSalt(secret: Uint8Array, account: Uint8Array): Uint8Array {
  const preimage = new Uint8Array(secret.length + account.length);
  preimage.set(secret);
  preimage.set(account, secret.length);
  return sha256(preimage);
}
