import * as crypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEAVES_PER_ACCOUNT, splitAmount, verifyAccountLeaves } from './account-leaves.ts';
import { treePath, treeRoot } from './merkle-tree.ts';
import { type HashBytes, hashSumLeaf, joinSumNodes, type SumLeaf, type SumNode, type SumProof } from './sum-tree.ts';

const hash: HashBytes = (bytes) => crypto.hash('sha256', bytes, 'buffer');
const join = (left: SumNode, right: SumNode) => joinSumNodes(left, right, hash);
const bytesOf = (text: string, length: number) => hash(new TextEncoder().encode(text)).slice(0, length);
const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

const draw = fc.bigInt(0n, (1n << 128n) - 1n);
const draws = fc.array(draw, { minLength: LEAVES_PER_ACCOUNT - 1, maxLength: LEAVES_PER_ACCOUNT - 1 });

/** Leaves of accounts with the given balances, in the order of their hashes, and the tree over them. */
function treeOf(
  balances: readonly { readonly amount: bigint; readonly draws: readonly bigint[] }[],
  lockedOf = (amount: bigint) => amount / 3n,
) {
  const leaves = balances.flatMap(({ amount, draws: drawn }, user): SumLeaf[] =>
    splitAmount(amount, drawn).map((part, index) => ({
      account: bytesOf(`account ${user}`, 20),
      salt: bytesOf(`salt ${user}`, 32),
      ...{ index, amount: part, locked: lockedOf(amount), deposited: amount + 7n, withdrawn: BigInt(user) },
    })),
  );
  const placed = leaves
    .map((leaf) => ({ leaf, node: hashSumLeaf(leaf, hash) }))
    .sort((a, b) => Buffer.compare(a.node.hash, b.node.hash));
  const nodes = placed.map(({ node }) => node);
  const root = treeRoot(nodes, join);
  if (root === undefined) throw new Error('no leaves');
  const proofsOf = (user: number): SumProof[] =>
    placed.flatMap(({ leaf }, place) =>
      Buffer.compare(leaf.account, bytesOf(`account ${user}`, 20)) === 0
        ? [{ leaf, path: treePath(nodes, place, join) }]
        : [],
    );
  return { root, proofsOf };
}

describe('splitAmount', () => {
  test('default: parts of zero or more, with the amount as their sum', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 128n) - 1n), draws, (amount, drawn) => {
        const parts = splitAmount(amount, drawn);
        expect(parts).toHaveLength(LEAVES_PER_ACCOUNT);
        expect(parts.every((part) => part >= 0n)).toBe(true);
        expect(sumOf(parts)).toBe(amount);
      }),
    );
  });

  test('default: it splits where the draws are, in whatever order', () => {
    const quarter = 1n << 126n;
    expect(splitAmount(100n, [quarter, 3n * quarter, 2n * quarter])).toEqual([25n, 25n, 25n, 25n]);
    expect(splitAmount(100n, [0n, 0n, (1n << 128n) - 1n])).toEqual([0n, 0n, 100n, 0n]);
    expect(splitAmount(0n, [quarter, quarter, quarter])).toEqual([0n, 0n, 0n, 0n]);
    expect(splitAmount(7n, [])).toEqual([7n]);
  });

  test.each([
    ['an amount below zero', -1n, [1n]],
    ['a draw below zero', 5n, [-1n]],
    ['a draw of 129 bits', 5n, [1n << 128n]],
  ])('behavior: %s is an error', (_, amount, drawn) => expect(() => splitAmount(amount, drawn)).toThrow(RangeError));
});

describe('verifyAccountLeaves', () => {
  const balances = fc.array(fc.record({ amount: fc.bigInt(0n, 10n ** 30n), draws }), { minLength: 1, maxLength: 9 });
  const fixed = treeOf(
    Array.from({ length: 5 }, (_, user) => ({
      amount: BigInt(user + 1) * 1_000n,
      draws: [1n, 2n, 3n].map((n) => n << BigInt(125 - (user % 2))),
    })),
  );
  const account = bytesOf('account 3', 20);
  const mine = fixed.proofsOf(3);
  const expected = { account, balance: 4_000n, root: fixed.root, hash };

  test('default: the leaves of all users add up to the total, and each user’s are found', () => {
    fc.assert(
      fc.property(balances, (users) => {
        const { root, proofsOf } = treeOf(users);
        expect(root.sum).toBe(sumOf(users.map(({ amount }) => amount)));
        users.forEach(({ amount: balance }, user) => {
          const own = { account: bytesOf(`account ${user}`, 20), balance, root, hash };
          expect(verifyAccountLeaves(proofsOf(user), own)).toBeNull();
          expect(verifyAccountLeaves(proofsOf(user), { ...own, balance: balance + 1n })).toBe('balance-differs');
        });
      }),
      { numRuns: 40 },
    );
  });

  test('default: no leaves prove a balance of nothing, and no other', () => {
    expect(verifyAccountLeaves([], { ...expected, balance: 0n })).toBeNull();
    expect(verifyAccountLeaves([], expected)).toBe('balance-differs');
  });

  test('behavior: a leaf that was left out is missing in the balance', () => {
    expect(verifyAccountLeaves(mine, expected)).toBeNull();
    for (const left of mine) {
      const rest = mine.filter((proof) => proof !== left);
      expect(verifyAccountLeaves(rest, expected)).toBe(left.leaf.amount === 0n ? null : 'balance-differs');
    }
  });

  test('behavior: one leaf in the place of two is not counted twice', () => {
    const [one] = mine;
    if (one === undefined) throw new Error('no leaf');
    const balance = 2n * one.leaf.amount;
    expect(verifyAccountLeaves([one, one], { ...expected, balance })).toBe('leaf-counted-twice');
    const renamed = { ...one, leaf: { ...one.leaf, index: 9 } };
    expect(verifyAccountLeaves([one, renamed], { ...expected, balance })).toBe('root-differs');
  });

  test('behavior: other deposits or withdrawals than the tree states are refused, in one leaf and in all', () => {
    for (const name of ['deposited', 'withdrawn'] as const) {
      const change = (places: number, by: bigint) =>
        mine.map(({ leaf, path }, at) =>
          at < places ? { leaf: { ...leaf, [name]: leaf[name] + by }, path } : { leaf, path },
        );
      expect(verifyAccountLeaves(change(1, 1n), expected)).toBe('counters-differ');
      expect(verifyAccountLeaves(change(LEAVES_PER_ACCOUNT, 1n), expected)).toBe('root-differs');
      expect(verifyAccountLeaves(change(LEAVES_PER_ACCOUNT, 1n << 256n), expected)).toBe('leaf-form');
      expect(verifyAccountLeaves(change(LEAVES_PER_ACCOUNT, -10_000n), expected)).toBe('leaf-form');
    }
  });

  test('behavior: another locked amount than the tree states is refused, in one leaf and in all', () => {
    const change = (places: number, by: bigint) =>
      mine.map(({ leaf, path }, at) =>
        at < places ? { leaf: { ...leaf, locked: leaf.locked + by }, path } : { leaf, path },
      );
    expect(verifyAccountLeaves(change(1, 1n), expected)).toBe('locked-differs');
    expect(verifyAccountLeaves(change(LEAVES_PER_ACCOUNT, 1n), expected)).toBe('root-differs');
    expect(verifyAccountLeaves(change(LEAVES_PER_ACCOUNT, -10_000n), expected)).toBe('leaf-form');
  });

  test('behavior: a tree that locks more than it owes is refused', () => {
    const lockingOf = (more: bigint) => treeOf([{ amount: 4_000n, draws: [1n, 2n, 3n] }], (amount) => amount + more);
    for (const [more, fault] of [
      [0n, null],
      [1n, 'locked-differs'],
    ] as const) {
      const { root, proofsOf } = lockingOf(more);
      const own = { account: bytesOf('account 0', 20), balance: 4_000n, root, hash };
      expect(verifyAccountLeaves(proofsOf(0), own)).toBe(fault);
    }
  });

  test('behavior: amounts that were moved from one leaf to another are in no tree', () => {
    const moved = mine.map(({ leaf, path }, at) => {
      const change = [1n, -1n][at] ?? 0n;
      return { leaf: { ...leaf, amount: leaf.amount + change }, path };
    });
    expect(verifyAccountLeaves(moved, expected)).not.toBeNull();
  });

  test('behavior: a leaf below zero, or so large that the sum goes round, is refused', () => {
    const change = (amounts: readonly bigint[]) =>
      mine.map(({ leaf, path }, at) => ({ leaf: { ...leaf, amount: leaf.amount + (amounts[at] ?? 0n) }, path }));
    expect(verifyAccountLeaves(change([10_000n, -10_000n]), expected)).toBe('sum-out-of-range');
    const round = { ...expected, balance: 4_000n + (1n << 256n) };
    expect(verifyAccountLeaves(change([1n << 256n]), round)).toBe('sum-out-of-range');
  });

  test('behavior: another’s leaves of the same amount are refused', () => {
    const theirs = { ...expected, balance: 2_000n };
    expect(verifyAccountLeaves(fixed.proofsOf(1), theirs)).toBe('another-account');
    const claimed = fixed.proofsOf(1).map(({ leaf, path }) => ({ leaf: { ...leaf, account }, path }));
    expect(verifyAccountLeaves(claimed, theirs)).toBe('root-differs');
  });

  test('behavior: a sum beside the way that was changed is refused', () => {
    const altered = mine.map(({ leaf, path }) => ({
      leaf,
      path: path.map(({ side, node }, at) => ({ side, node: at === 1 ? { ...node, sum: node.sum + 1n } : node })),
    }));
    expect(verifyAccountLeaves(altered, expected)).toBe('total-differs');
    const total = { ...expected, root: { ...fixed.root, sum: fixed.root.sum + 1n } };
    expect(verifyAccountLeaves(altered, total)).toBe('root-differs');
  });
});
