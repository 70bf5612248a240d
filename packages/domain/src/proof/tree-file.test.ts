import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { treePath, treeRoot } from './merkle-tree.ts';
import { hashNamedLeaf, joinSumNodes, type NamedLeaf, type SumNode } from './sum-tree.ts';
import { readTreeFile, TREE_LEAF_BYTES } from './tree-file.ts';

const hash = (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest());
const join = (left: SumNode, right: SumNode) => joinSumNodes(left, right, hash);
const byName = (one: NamedLeaf, other: NamedLeaf) => Buffer.compare(one.name, other.name);

function leavesOf(count: number): NamedLeaf[] {
  return Array.from({ length: count }, (_, index) => ({
    name: hash(Buffer.from(`leaf ${index}`)),
    amount: (1n << 70n) + BigInt(index),
    locked: BigInt(index) * 3n,
  })).sort(byName);
}

function fileOf(leaves: readonly NamedLeaf[]): Buffer {
  const hex = (value: bigint) => value.toString(16).padStart(32, '0');
  const texts = leaves.map(({ name, amount, locked }) => Buffer.from(name).toString('hex') + hex(amount) + hex(locked));
  return Buffer.from(texts.join(''), 'hex');
}

async function* inPieces(file: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

const read = (file: Uint8Array, wanted: readonly Uint8Array[] = [], size = 100) =>
  readTreeFile(inPieces(file, size), { wanted, hash });

describe('the file of a tree', () => {
  test.each([1, 2, 3, 5, 8, 13, 64, 100, 1_025])(
    'default: leads to the root and paths of the tree of %i leaves, in pieces of any size',
    async (count) => {
      const leaves = leavesOf(count);
      const nodes = leaves.map((leaf) => hashNamedLeaf(leaf, hash));
      const places = [...new Set([0, count >> 1, count - 1])];
      const wanted = [...places.map((place) => leaves[place]?.name ?? hash(Buffer.alloc(0))), hash(Buffer.from('no'))];
      for (const size of [1, 63, 64, 65, 4_096].slice(count > 100 ? 3 : 0)) {
        const tree = await read(fileOf(leaves), wanted, size);
        expect(tree).toMatchObject({ root: treeRoot(nodes, join), leaves: count, firstUnordered: null });
        const expected = places.map((place) => ({
          ...{ amount: leaves[place]?.amount, locked: leaves[place]?.locked },
          path: treePath(nodes, place, join),
        }));
        expect(tree.found).toEqual([...expected, undefined]);
      }
    },
  );

  test('attack: every change of a byte leads to another root', async () => {
    const file = fileOf(leavesOf(5));
    const { root } = await read(file);
    for (let at = 0; at < file.length; at += 1) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect((await read(changed)).root).not.toEqual(root);
    }
  });

  test('says which leaf is not in the order of names, or doubled', async () => {
    const leaves = leavesOf(6);
    const [first, second, ...rest] = leaves;
    if (first === undefined || second === undefined) throw new Error('too few leaves');
    expect((await read(fileOf([second, first, ...rest]))).firstUnordered).toBe(2);
    expect((await read(fileOf([first, second, second, ...rest]))).firstUnordered).toBe(3);
  });

  test('error: a file without leaves, one that ends within a leaf', async () => {
    const file = fileOf(leavesOf(3));
    await expect(read(Buffer.alloc(0))).rejects.toThrow('no leaves');
    await expect(read(file.subarray(0, 2 * TREE_LEAF_BYTES + 1))).rejects.toThrow(/^ends within leaf 3$/);
    await expect(read(file.subarray(0, 1))).rejects.toThrow(RangeError);
  });
});
