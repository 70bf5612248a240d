import * as crypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathThrough, treeLevels, treePath, treeRoot } from './merkle-tree.ts';
import { joinPair, settlementLeaf, settlementLeaves, verifySettlementPath } from './settlement-tree.ts';
import {
  type HashBytes,
  hashSumLeaf,
  joinSumNodes,
  readSum,
  type SumLeaf,
  type SumNode,
  type SumProof,
  sumLeafName,
  sumLeafNames,
  verifySumPath,
  writeSum,
} from './sum-tree.ts';

const hash: HashBytes = (bytes) => crypto.hash('sha256', bytes, 'buffer');
const joined = new WeakMap<SumNode, WeakMap<SumNode, SumNode>>();
const join = (left: SumNode, right: SumNode) => {
  const known = joined.get(left) ?? new WeakMap<SumNode, SumNode>();
  joined.set(left, known);
  const node = known.get(right) ?? joinSumNodes(left, right, hash);
  known.set(right, node);
  return node;
};
const made = new WeakMap<SumLeaf, SumNode>();
const nodeOf = (leaf: SumLeaf) => {
  const node = made.get(leaf) ?? hashSumLeaf(leaf, hash);
  made.set(leaf, node);
  return node;
};
/** A liar's join: sums that no honest tree can write are cut to 256 bits. */
const lyingJoin = (left: SumNode, right: SumNode): SumNode => {
  const cut = ({ hash: of, sum }: SumNode) => ({ hash: of, sum: BigInt.asUintN(256, sum) });
  const bytes = new Uint8Array(129);
  bytes[0] = 1;
  bytes.set(left.hash, 1);
  writeSum(bytes, 33, cut(left).sum);
  bytes.set(right.hash, 65);
  writeSum(bytes, 97, cut(right).sum);
  return { hash: hash(bytes), sum: left.sum + right.sum };
};
const lyingLeaf = (leaf: SumLeaf): SumNode => ({
  hash: hashSumLeaf({ ...leaf, amount: BigInt.asUintN(256, leaf.amount) }, hash).hash,
  sum: leaf.amount,
});

const bytesOf = (text: string, length: number) => hash(new TextEncoder().encode(text)).slice(0, length);
const leafOf = (user: number, amount: bigint): SumLeaf => ({
  account: bytesOf(`account ${user}`, 20),
  salt: bytesOf(`salt ${user}`, 32),
  ...{ index: 0, amount, locked: BigInt(user), deposited: amount, withdrawn: BigInt(user) },
});
const users = (count: number) => Array.from({ length: count }, (_, n) => leafOf(n, (BigInt(n) * 7_919n) ** 3n));

function proofOf(leaves: readonly SumLeaf[], index: number): SumProof {
  const leaf = leaves[index];
  if (leaf === undefined) throw new Error('no such leaf');
  return {
    leaf,
    path: treePath(leaves.map(nodeOf), index, join),
  };
}
function rootOf(leaves: readonly SumLeaf[]): SumNode {
  const root = treeRoot(leaves.map(nodeOf), join);
  if (root === undefined) throw new Error('no leaves');
  return root;
}

describe('the tree of liabilities', () => {
  test('default: each of 1,000 users is found in the sum', () => {
    const leaves = users(1_000);
    const root = rootOf(leaves);
    expect(root.sum).toBe(leaves.reduce((sum, { amount }) => sum + amount, 0n));
    for (let index = 0; index < 1_000; index += 1)
      expect(verifySumPath(proofOf(leaves, index), { root, hash })).toBe(null);
  });

  test('behavior: 500 trees with a user left out, below zero, changed places or over the limit are caught', () => {
    const leaves = users(32);
    const honest = rootOf(leaves);
    let caught = 0;
    for (let n = 0; n < 500; n += 1) {
      const victim = (n * 37) % 32;
      const other = (n * 53 + 1) % 32;
      const proof = proofOf(leaves, victim);
      const lies: (() => boolean)[] = [
        // Left out: the others' tree has no path for this user.
        () => verifySumPath(proof, { root: rootOf(leaves.filter((_, index) => index !== victim)), hash }) !== null,
        // A made-up account below zero lowers the total: its neighbour sees an impossible sum.
        () => {
          const lying = [...leaves, { ...leafOf(9_999, 0n), amount: -1_000_000n }];
          const nodes = lying.map(lyingLeaf);
          const root = treeRoot(nodes, lyingJoin) ?? honest;
          const last = { leaf: lying[31] ?? proof.leaf, path: treePath(nodes, 31, lyingJoin) };
          const mine = { leaf: proof.leaf, path: treePath(nodes, victim, lyingJoin) };
          return [last, mine].some((one) => verifySumPath(one, { root, hash }) !== null);
        },
        // One so large that the total goes round: the same.
        () => {
          const lying = [...leaves, { ...leafOf(9_999, 0n), amount: (1n << 256n) - 5n }];
          const nodes = lying.map(lyingLeaf);
          const found = treeRoot(nodes, lyingJoin) ?? honest;
          const root = { hash: found.hash, sum: BigInt.asUintN(256, found.sum) };
          return verifySumPath({ leaf: proof.leaf, path: treePath(nodes, victim, lyingJoin) }, { root, hash }) !== null;
        },
        // Changed places, or shown another's way up.
        () =>
          verifySumPath(
            { leaf: proof.leaf, path: proofOf(leaves, other === victim ? 0 : other).path },
            { root: honest, hash },
          ) !== null,
        // A smaller amount, at the leaf or somewhere beside the way.
        () =>
          verifySumPath(
            { ...proof, leaf: { ...proof.leaf, amount: proof.leaf.amount + 1n } },
            { root: honest, hash },
          ) !== null,
        () => {
          const path = proof.path.map((step, at) =>
            at === n % proof.path.length ? { ...step, node: { ...step.node, sum: step.node.sum + 1n } } : step,
          );
          return verifySumPath({ ...proof, path }, { root: honest, hash }) !== null;
        },
      ];
      if (lies[n % lies.length]?.() === true) caught += 1;
    }
    expect(caught).toBe(500);
  });

  test('behavior: no leaf and no node has a sum that cannot be', () => {
    for (const amount of [-1n, 1n << 256n]) {
      expect(() => hashSumLeaf(leafOf(1, amount), hash)).toThrow(RangeError);
    }
    const half = hashSumLeaf(leafOf(1, 1n << 255n), hash);
    expect(() => join(half, half)).toThrow(RangeError);
  });

  test.each([
    ['19 bytes of account', { account: new Uint8Array(19) }],
    ['31 bytes of salt', { salt: new Uint8Array(31) }],
    ['an index that is no byte', { index: 256 }],
    ['an index that is no integer', { index: 0.5 }],
    ['deposits below zero', { deposited: -1n }],
    ['withdrawals of 257 bits', { withdrawn: 1n << 256n }],
    ['a locked amount below zero', { locked: -1n }],
  ])('behavior: a leaf with %s is refused, in the making and in a proof', (_, wrong) => {
    const leaf = { ...leafOf(1, 5n), ...wrong };
    expect(() => hashSumLeaf(leaf, hash)).toThrow(RangeError);
    const root = nodeOf(leafOf(1, 5n));
    expect(verifySumPath({ leaf, path: [] }, { root, hash })).toBe('leaf-form');
  });

  test('default: a name is the hash of 0x02, salt, account, index, deposits and withdrawals, 32 bytes a number', () => {
    const number = fc.bigInt(0n, (1n << 256n) - 1n);
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const owners = fc.record({ account: bytes(20), salt: bytes(32), deposited: number, withdrawn: number });
    const hex = (sum: bigint) => Buffer.from(sum.toString(16).padStart(64, '0'), 'hex');
    fc.assert(
      fc.property(owners, (owner) => {
        const { account, salt, deposited, withdrawn } = owner;
        const names = [0, 1, 2].map((index) =>
          hash(Buffer.concat([Buffer.of(2), salt, account, Buffer.of(index), hex(deposited), hex(withdrawn)])),
        );
        expect(sumLeafNames(owner, 3, hash)).toEqual(names);
        expect([2, 0, 1].map((index) => sumLeafName({ ...owner, index }, hash))).toEqual(
          [2, 0, 1].map((n) => names[n]),
        );
      }),
    );
  });

  test('default: a leaf is the hash of 0x00, name, amount and locked amount, 32 bytes a number', () => {
    const number = fc.bigInt(0n, (1n << 256n) - 1n);
    const hex = (sum: bigint) => Buffer.from(sum.toString(16).padStart(64, '0'), 'hex');
    fc.assert(
      fc.property(number, number, (amount, locked) => {
        const leaf = { ...leafOf(1, 0n), amount, locked };
        const bytes = Buffer.concat([Buffer.of(0), sumLeafName(leaf, hash), hex(amount), hex(locked)]);
        expect(hashSumLeaf(leaf, hash)).toEqual({ hash: hash(bytes), sum: amount });
      }),
    );
  });

  test('behavior: a sum is read as it was written', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 256n) - 1n), fc.nat(9), (sum, offset) => {
        const bytes = new Uint8Array(50);
        writeSum(bytes, offset, sum);
        return readSum(bytes, offset) === sum;
      }),
    );
  });

  test('behavior: paths through the levels of a tree are those of its nodes, up to the root', () => {
    for (const count of [1, 2, 21]) {
      const nodes = users(count).map(nodeOf);
      const levels = treeLevels(nodes, join);
      expect(levels.at(-1)).toEqual([treeRoot(nodes, join)]);
      for (let index = 0; index < count; index += 1)
        expect(pathThrough(levels, index)).toEqual(treePath(nodes, index, join));
      expect(() => pathThrough(levels, count)).toThrow(RangeError);
    }
    expect(treeLevels([], join)).toEqual([]);
  });

  test('behavior: the root over the roots of runs of 8 is the root over all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), (count) => {
        const nodes = users(count).map((leaf) => hashSumLeaf(leaf, hash));
        const runs: SumNode[] = [];
        for (let at = 0; at < count; at += 8)
          runs.push(treeRoot(nodes.slice(at, at + 8), join) ?? { hash: new Uint8Array(), sum: 0n });
        expect(treeRoot(runs, join)).toEqual(treeRoot(nodes, join));
      }),
    );
  });
});

describe('the tree of a settlement', () => {
  const pair = (a: Uint8Array, b: Uint8Array) => joinPair(a, b, hash);
  const leafBytes = (rank: number) =>
    new TextEncoder().encode(settlementLeaf('5', { rank, refund: `${rank * 100}`, stages: ['1', '2'] }));

  test('default: a leaf is canonical JSON', () => {
    expect(settlementLeaf('5', { rank: 3, refund: '7', loss: '1' })).toBe(
      '{"loss":"1","rank":3,"refund":"7","roundId":"5"}',
    );
  });

  test('behavior: leaves of other names, and of the same in another order, follow each other', () => {
    const leafOf = settlementLeaves('5');
    const results = [{ rank: 1, loss: '1' }, { loss: '2', rank: 2 }, { rank: 3 }, { rank: 4, roundId: '9', a: ['"'] }];
    expect(results.map(leafOf)).toEqual([
      '{"loss":"1","rank":1,"roundId":"5"}',
      '{"loss":"2","rank":2,"roundId":"5"}',
      '{"rank":3,"roundId":"5"}',
      '{"a":["\\""],"rank":4,"roundId":"5"}',
    ]);
  });

  test('default: the root contains every order and nothing else', () => {
    for (const count of [1, 2, 3, 7, 64, 100]) {
      const leaves = Array.from({ length: count }, (_, n) => leafBytes(n + 1));
      const nodes = leaves.map((leaf) => hash(hash(leaf)));
      const root = treeRoot(nodes, pair) ?? new Uint8Array();
      leaves.forEach((leaf, index) => {
        const path = treePath(nodes, index, pair).map(({ node }) => node);
        expect(verifySettlementPath({ leaf, path }, { root, hash })).toBe(true);
        expect(verifySettlementPath({ leaf: leafBytes(1_000), path }, { root, hash })).toBe(false);
        if (count > 1) expect(verifySettlementPath({ leaf, path: path.slice(1) }, { root, hash })).toBe(false);
      });
    }
  });
});
