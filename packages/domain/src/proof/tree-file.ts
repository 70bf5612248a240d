import type { PathStep } from './merkle-tree.ts';
import { type HashBytes, hashNamedLeaf, joinSumNodes, type SumNode } from './sum-tree.ts';

/** Bytes of a leaf in the file of a tree: its name (32), its amount and its locked amount (16 each, big-endian). */
export const TREE_LEAF_BYTES = 64;
const NAME_BYTES = 32;

/** A leaf that was found by its name, with its path to the root. */
export type FoundLeaf = {
  readonly amount: bigint;
  readonly locked: bigint;
  readonly path: readonly PathStep<SumNode>[];
};

/** A tree as its file states it. */
export type TreeFile = {
  readonly root: SumNode;
  readonly leaves: number;
  /** The wanted leaves in the order of the wanted names; undefined for a name that no leaf has. */
  readonly found: readonly (FoundLeaf | undefined)[];
  /** The first leaf that is not in the order of names, counted from 1; null: all are. */
  readonly firstUnordered: number | null;
};

type Options = {
  /** Names of 32 bytes. */
  readonly wanted: readonly Uint8Array[];
  readonly hash: HashBytes;
};

/** A node of the tree, with the paths of the wanted leaves below it. */
type Grown = { readonly node: SumNode; readonly paths: readonly PathStep<SumNode>[][] };

/**
 * Returns the tree of liabilities that a file leads to, docs/proofs.md#published-trees; reads it once, in the memory of
 * one path. Throws a RangeError for a file without leaves, one that ends within a leaf, or a sum out of range.
 */
export async function readTreeFile(pieces: AsyncIterable<Uint8Array>, { wanted, hash }: Options): Promise<TreeFile> {
  const found: (FoundLeaf | undefined)[] = wanted.map(() => undefined);
  const isAnyOf = firstBytesOf(wanted);
  /** By level: a node that waits for its sibling. */
  const waiting: (Grown | undefined)[] = [];
  let leaves = 0;
  let last = new Uint8Array(NAME_BYTES);
  let firstUnordered: number | null = null;

  const add = (leaf: Uint8Array) => {
    leaves += 1;
    const view = new DataView(leaf.buffer, leaf.byteOffset, TREE_LEAF_BYTES);
    const name = leaf.slice(0, NAME_BYTES);
    if (firstUnordered === null && leaves > 1 && compare(last, name) >= 0) firstUnordered = leaves;
    last = name;
    const amounts = { amount: numberAt(view, NAME_BYTES), locked: numberAt(view, NAME_BYTES + 16) };
    const index = isAnyOf(view.getUint32(0)) ? wanted.findIndex((candidate) => compare(candidate, name) === 0) : -1;
    const path: PathStep<SumNode>[] = [];
    if (index >= 0) found[index] = { ...amounts, path };
    let grown: Grown = { node: hashNamedLeaf({ name, ...amounts }, hash), paths: index >= 0 ? [path] : NONE };
    let level = 0;
    for (let left = waiting[0]; left !== undefined; left = waiting[level]) {
      grown = join(left, grown, hash);
      waiting[level] = undefined;
      level += 1;
    }
    waiting[level] = grown;
  };
  for await (const leaf of inLeaves(pieces)) add(leaf);
  // The last node of an odd level moves up unchanged.
  const top = waiting.reduce((right, left) => {
    if (left === undefined) return right;
    return right === undefined ? left : join(left, right, hash);
  }, undefined);
  if (top === undefined) throw new RangeError('no leaves');
  return { root: top.node, leaves, found, firstUnordered };
}

const NONE: readonly PathStep<SumNode>[][] = [];

function join(left: Grown, right: Grown, hash: HashBytes): Grown {
  for (const path of left.paths) path.push({ side: 'right', node: right.node });
  for (const path of right.paths) path.push({ side: 'left', node: left.node });
  const paths = left.paths.length + right.paths.length === 0 ? NONE : [...left.paths, ...right.paths];
  return { node: joinSumNodes(left.node, right.node, hash), paths };
}

/** Yields the leaves in pieces of a file, which may end anywhere. */
async function* inLeaves(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  let leaves = 0;
  for await (const piece of pieces) {
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    const end = bytes.length - (bytes.length % TREE_LEAF_BYTES);
    for (let at = 0; at < end; at += TREE_LEAF_BYTES) yield bytes.subarray(at, at + TREE_LEAF_BYTES);
    leaves += end / TREE_LEAF_BYTES;
    rest = bytes.slice(end);
  }
  if (rest.length > 0) throw new RangeError(`ends within leaf ${leaves + 1}`);
}

/** Returns whether a name may be one of these, by its first four bytes. */
function firstBytesOf(names: readonly Uint8Array[]): (first: number) => boolean {
  const known = new Set(names.map((name) => new DataView(name.buffer, name.byteOffset).getUint32(0)));
  return (first) => known.has(first);
}

function numberAt(view: DataView, offset: number): bigint {
  return (view.getBigUint64(offset) << 64n) | view.getBigUint64(offset + 8);
}

function compare(one: Uint8Array, other: Uint8Array): number {
  for (let index = 0; index < NAME_BYTES; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
