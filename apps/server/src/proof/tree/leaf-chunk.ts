import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { hashNamedLeaf, type SumNode } from '@city-mint/domain/proof/sum-tree';
import type { NamedLeaf } from './blind-leaves.ts';
import { joinBySha256, sha256 } from './tree-hashes.ts';

/** Leaves of a stored chunk: a power of two, so that the chunk's root is a node of the tree. */
export const CHUNK_LEAVES = 1_024;

const NAME_BYTES = 32;
/** A packed leaf: its name and 16 bytes of amount. */
export const LEAF_BYTES = 48;

/** Writes a leaf in its stored form at `offset`. Throws a RangeError below zero and from 2^128 on. */
export function writeLeaf(into: Buffer, offset: number, { name, amount }: NamedLeaf): void {
  if (name.length !== NAME_BYTES) throw new RangeError('a leaf has 32 bytes of name');
  into.set(name, offset);
  // A larger amount is refused by the first of the two writes.
  into.writeBigUInt64BE(amount >> 64n, offset + NAME_BYTES);
  into.writeBigUInt64BE(amount & 0xffffffffffffffffn, offset + NAME_BYTES + 8);
}

/** Returns a chunk of stored leaves as nodes, with their names. */
export function readLeaves(leaves: Buffer): { readonly name: Buffer; readonly node: SumNode }[] {
  return Array.from({ length: leaves.length / LEAF_BYTES }, (_, index) => {
    const offset = index * LEAF_BYTES;
    const name = leaves.subarray(offset, offset + NAME_BYTES);
    const high = leaves.readBigUInt64BE(offset + NAME_BYTES);
    const amount = (high << 64n) | leaves.readBigUInt64BE(offset + NAME_BYTES + 8);
    return { name, node: hashNamedLeaf({ name, amount }, sha256) };
  });
}

/** Returns the root of a chunk of stored leaves, which is a node of the tree. Throws for no leaves. */
export function chunkRoot(leaves: Buffer): SumNode {
  const node = treeRoot(
    readLeaves(leaves).map((leaf) => leaf.node),
    joinBySha256,
  );
  if (node === undefined) throw new Error('a chunk has no leaves');
  return node;
}
