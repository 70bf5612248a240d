import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { hashNamedLeaf, type NamedLeaf, readSum, type SumNode, writeSum } from '@city-mint/domain/proof/sum-tree';
import { joinBySha256, sha256 } from './tree-hashes.ts';

/** Leaves of a stored chunk: a power of two, so that the chunk's root is a node of the tree. */
export const CHUNK_LEAVES = 1_024;
/** Leaves of a group, whose root is stored with the chunk: also a power of two. */
export const GROUP_LEAVES = 32;

const NAME_BYTES = 32;
const AMOUNT_BYTES = 16;
const AMOUNT_LIMIT = 1n << 128n;
/** A packed leaf: its name, 16 bytes of amount and 16 of locked amount. */
export const LEAF_BYTES = NAME_BYTES + 2 * AMOUNT_BYTES;
/** A packed group: the first name of its leaves, then hash and sum of its root. */
export const GROUP_BYTES = 96;

/** Writes a leaf in its stored form at `offset`. Throws a RangeError below zero and from 2^128 on. */
export function writeLeaf(into: Buffer, offset: number, { name, amount, locked }: NamedLeaf): void {
  if (name.length !== NAME_BYTES) throw new RangeError('a leaf has 32 bytes of name');
  into.set(name, offset);
  const view = viewOf(into);
  writeAmount(view, offset + NAME_BYTES, amount);
  writeAmount(view, offset + NAME_BYTES + AMOUNT_BYTES, locked);
}

/** A view, whose numbers of 64 bits are several times as fast as those of a buffer. */
function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function writeAmount(into: DataView, offset: number, amount: bigint): void {
  if (amount < 0n || amount >= AMOUNT_LIMIT) throw new RangeError(`an amount out of range: ${amount}`);
  into.setBigUint64(offset, amount >> 64n);
  // Stores the low 64 bits.
  into.setBigUint64(offset + 8, amount);
}

function readAmount(from: DataView, offset: number): bigint {
  return (from.getBigUint64(offset) << 64n) | from.getBigUint64(offset + 8);
}

/** A stored leaf and its node. */
type StoredLeaf = { readonly name: Buffer; readonly locked: bigint; readonly node: SumNode };

/** Returns a chunk of stored leaves with their nodes. */
export function readLeaves(leaves: Buffer): StoredLeaf[] {
  const view = viewOf(leaves);
  return Array.from({ length: leaves.length / LEAF_BYTES }, (_, index) => {
    const offset = index * LEAF_BYTES;
    const name = leaves.subarray(offset, offset + NAME_BYTES);
    const amount = readAmount(view, offset + NAME_BYTES);
    const locked = readAmount(view, offset + NAME_BYTES + AMOUNT_BYTES);
    return { name, locked, node: hashNamedLeaf({ name, amount, locked }, sha256) };
  });
}

/** Returns the groups of a chunk of stored leaves in their stored form. Throws for no leaves. */
export function packGroups(leaves: Buffer): Buffer {
  if (leaves.length === 0) throw new Error('a chunk has no leaves');
  const bytes = GROUP_LEAVES * LEAF_BYTES;
  const groups = Buffer.alloc(Math.ceil(leaves.length / bytes) * GROUP_BYTES);
  for (let group = 0; group * bytes < leaves.length; group += 1) {
    const part = leaves.subarray(group * bytes, (group + 1) * bytes);
    const nodes = readLeaves(part).map((leaf) => leaf.node);
    const root = treeRoot(nodes, joinBySha256);
    if (root === undefined) continue;
    part.copy(groups, group * GROUP_BYTES, 0, NAME_BYTES);
    groups.set(root.hash, group * GROUP_BYTES + NAME_BYTES);
    writeSum(groups, group * GROUP_BYTES + 2 * NAME_BYTES, root.sum);
  }
  return groups;
}

/** Returns the roots of stored groups, which are nodes of the tree. */
export function readGroups(groups: Buffer): SumNode[] {
  return Array.from({ length: groups.length / GROUP_BYTES }, (_, index) => {
    const offset = index * GROUP_BYTES + NAME_BYTES;
    return { hash: groups.subarray(offset, offset + NAME_BYTES), sum: readSum(groups, offset + NAME_BYTES) };
  });
}

/** Returns the root of a chunk of stored groups, which is a node of the tree. Throws for no groups. */
export function chunkRoot(groups: Buffer): SumNode {
  const node = treeRoot(readGroups(groups), joinBySha256);
  if (node === undefined) throw new Error('a chunk has no leaves');
  return node;
}
