import { LEAVES_PER_ACCOUNT, verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import { deriveExitKey, deriveSalt } from '@city-mint/domain/proof/exit-key';
import { treePath, treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { settlementLeaf, verifySettlementPath } from '@city-mint/domain/proof/settlement-tree';
import { hashNamedLeaf, type NamedLeaf, type SumNode } from '@city-mint/domain/proof/sum-tree';
import { bytesToHex, concat, keccak256, toBytes, toHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { type AccountLiability, type Blinding, leafNames, makeLeaves } from './blind-leaves.ts';
import { chunkRoot, LEAF_BYTES, packGroups, readGroups, readLeaves, writeLeaf } from './leaf-chunk.ts';
import { hashLeafText, joinByKeccak, joinBySha256, keccak, sha256 } from './tree-hashes.ts';

const BLINDING: Blinding = {
  ...{ currency: 'JU', block: 77n },
  ...{ master: new Uint8Array(32).fill(7), secret: new Uint8Array(32).fill(8) },
};
const saltOf = (account: Uint8Array) => deriveSalt(deriveExitKey(BLINDING.master, account, sha256), BLINDING, sha256);
const accountOf = (user: number) => new Uint8Array(20).fill(user);
const countersOf = (user: number) => ({ deposited: BigInt(user) * 10n ** 19n, withdrawn: BigInt(user) });
const owedTo = (user: number, amount: bigint) => ({
  ...{ account: accountOf(user), amount, locked: amount / 3n },
  ...countersOf(user),
});
const liabilities = (count: number): AccountLiability[] =>
  Array.from({ length: count }, (_, user) => owedTo(user, BigInt(user) * 10n ** 18n));

function pack(leaves: readonly NamedLeaf[]): Buffer {
  const packed = Buffer.alloc(leaves.length * LEAF_BYTES);
  leaves.forEach((leaf, index) => {
    writeLeaf(packed, index * LEAF_BYTES, leaf);
  });
  return packed;
}
const byName = (a: NamedLeaf, b: NamedLeaf) => Buffer.compare(a.name, b.name);
const leavesOf = (owed: readonly AccountLiability[]) => owed.flatMap((one) => makeLeaves(one, { blinding: BLINDING }));

/** A node whose hash is no Buffer. */
const plain = (node: SumNode | undefined) => node && { ...node, hash: Uint8Array.from(node.hash) };

describe('the leaves of an account', () => {
  test('default: consist of parts of the amount, each under its own name, and are reproducible', () => {
    const [leaves, again] = [1, 2].map(() => makeLeaves(owedTo(1, 10n ** 20n), { blinding: BLINDING }));
    expect(leaves).toEqual(again);
    expect(leaves).toHaveLength(LEAVES_PER_ACCOUNT);
    expect(leaves?.reduce((sum, { amount }) => sum + amount, 0n)).toBe(10n ** 20n);
    expect(new Set(leaves?.map(({ name }) => bytesToHex(name))).size).toBe(LEAVES_PER_ACCOUNT);
    expect(leaves?.map(({ name }) => name)).toEqual(leafNames(owedTo(1, 0n), { blinding: BLINDING }));
  });

  test('behavior: names depend on the master and on account, currency and block, parts on secret and account', () => {
    const other = new Uint8Array(32).fill(9);
    const blindings: Blinding[] = [
      ...[BLINDING, { ...BLINDING, master: other }, { ...BLINDING, secret: other }],
      ...[{ ...BLINDING, currency: 'FMC' } as const, { ...BLINDING, block: 78n }],
    ];
    const made = [1, 2].flatMap((user) =>
      blindings.map((blinding) => makeLeaves(owedTo(user, 10n ** 20n), { blinding })),
    );
    // Of each account, the third shares its names with the first, and all but the third its parts.
    expect(new Set(made.flat().map(({ name }) => bytesToHex(name))).size).toBe(2 * 4 * LEAVES_PER_ACCOUNT);
    expect(new Set(made.flat().map(({ amount }) => amount)).size).toBe(2 * 2 * LEAVES_PER_ACCOUNT);
  });

  test('behavior: 64 leaves of the system are as random as those of a user', () => {
    const leaves = makeLeaves(owedTo(0, 10n ** 24n), { blinding: BLINDING, count: 64 });
    expect(leaves.reduce((sum, { amount }) => sum + amount, 0n)).toBe(10n ** 24n);
    expect(new Set(leaves.map(({ amount }) => amount)).size).toBe(64);
  });

  test.each([
    ['a negative amount', owedTo(1, -1n), BLINDING],
    ['an account of 19 bytes', { ...owedTo(1, 1n), account: new Uint8Array(19) }, BLINDING],
    ['a secret of 31 bytes', owedTo(1, 1n), { ...BLINDING, secret: new Uint8Array(31) }],
    ['a master of 31 bytes', owedTo(1, 1n), { ...BLINDING, master: new Uint8Array(31) }],
  ])('behavior: %s is an error', (_, owed, blinding) =>
    expect(() => makeLeaves(owed, { blinding })).toThrow(RangeError),
  );
});

describe('stored leaves', () => {
  test('default: are read as they were written, in 64 bytes each', () => {
    const leaves = leavesOf(liabilities(5));
    const packed = pack(leaves);
    expect(packed).toHaveLength(5 * 4 * 64);
    expect(
      readLeaves(packed).map(({ name, locked, node }) => ({ name: new Uint8Array(name), amount: node.sum, locked })),
    ).toEqual(leaves.map(({ name, ...amounts }) => ({ name: new Uint8Array(name), ...amounts })));
    expect(chunkRoot(packGroups(packed)).sum).toBe(10n * 10n ** 18n);
  });

  test('behavior: contain neither an account nor a salt', () => {
    const packed = pack(leavesOf(liabilities(3)));
    for (const user of [1, 2]) {
      expect(packed.includes(Buffer.from(accountOf(user).slice(0, 19)))).toBe(false);
      expect(packed.includes(Buffer.from(saltOf(accountOf(user))))).toBe(false);
    }
  });

  test('behavior: the root over the roots of two chunks is the root over all leaves', () => {
    const all = leavesOf(liabilities(3));
    const chunks = [all.slice(0, 8), all.slice(8)].map((part) => chunkRoot(packGroups(pack(part))));
    expect(plain(treeRoot(chunks, joinBySha256))).toEqual(plain(chunkRoot(packGroups(pack(all)))));
  });

  test.each([1, 31, 32, 33, 100])('behavior: the root over the groups of %i leaves is the root over all', (count) => {
    const leaves = leavesOf(liabilities(25)).slice(0, count);
    const packed = pack(leaves);
    const groups = packGroups(packed);
    expect(readGroups(groups)).toHaveLength(Math.ceil(count / 32));
    const nodes = leaves.map((leaf) => hashNamedLeaf(leaf, sha256));
    expect(plain(chunkRoot(groups))).toEqual(plain(treeRoot(nodes, joinBySha256)));
    // A group is found by the first of its names.
    for (let group = 0; group * 32 < count; group += 1)
      expect(groups.subarray(group * 96, group * 96 + 32)).toEqual(Buffer.from(leaves[group * 32]?.name ?? []));
  });

  test('behavior: no leaves, an amount out of range and a short name are errors', () => {
    const name = new Uint8Array(32);
    for (const make of [chunkRoot, packGroups]) expect(() => make(Buffer.alloc(0))).toThrow('no leaves');
    for (const bad of [
      { name, amount: -1n, locked: 0n },
      { name, amount: 1n << 128n, locked: 0n },
      { name, amount: 1n, locked: -1n },
      { name, amount: 1n, locked: 1n << 128n },
      { name: name.slice(1), amount: 1n, locked: 0n },
    ])
      expect(() => pack([bad])).toThrow(RangeError);
    const most = (1n << 128n) - 1n;
    expect(readLeaves(pack([{ name, amount: most, locked: most }]))).toMatchObject([
      { locked: most, node: { sum: most } },
    ]);
  });
});

describe('information about others in a proof', () => {
  const TREES = 300;
  const USERS = 12;
  const balanceOf = (user: number, tree: number) =>
    BigInt(bytesToHex(sha256(toBytes(`balance ${user} ${tree}`)))) % 10n ** 22n;

  type Placed = NamedLeaf & { readonly user: number };
  /** Every sibling on a user's paths to the root, and the sums and differences of any two of them. */
  function learn(leaves: readonly Placed[], user: number): Set<bigint> {
    const nodes = leaves.map((leaf) => hashNamedLeaf(leaf, sha256));
    const siblings = leaves.flatMap((leaf, index) =>
      leaf.user === user ? treePath(nodes, index, joinBySha256).map(({ node }) => node.sum) : [],
    );
    const pairs = siblings.flatMap((one) => siblings.flatMap((two) => [one + two, one - two]));
    return new Set([...siblings, ...pairs]);
  }
  /** The number of trees in which the user in the middle learns another's balance. */
  function leaks(place: (owed: readonly AccountLiability[], blinding: Blinding) => readonly Placed[]): number {
    return Array.from({ length: TREES }, (_, tree) => {
      const owed = Array.from({ length: USERS }, (_u, user) => owedTo(user + 1, balanceOf(user, tree)));
      const known = learn(
        place(owed, { ...BLINDING, secret: sha256(toBytes(`secret ${tree}`)), block: BigInt(tree) }),
        5,
      );
      return owed.some(({ amount }, user) => user !== 5 && known.has(amount));
    }).filter(Boolean).length;
  }
  const split = (owed: readonly AccountLiability[], blinding: Blinding) =>
    owed.flatMap((one, user) => makeLeaves(one, { blinding }).map((leaf) => ({ ...leaf, user })));

  test('attack: over 300 trees of 12 users no sum next to a path is another’s balance', () => {
    const house = owedTo(0, 10n ** 24n);
    const place = (owed: readonly AccountLiability[], blinding: Blinding) =>
      [
        ...split(owed, blinding),
        ...makeLeaves(house, { blinding, count: 16 }).map((leaf) => ({ ...leaf, user: -1 })),
      ].sort(byName);
    expect(leaks(place)).toBe(0);
  });

  test('broken twin: with one leaf per user, in their order, every proof reveals the neighbour’s balance', () => {
    const place = (owed: readonly AccountLiability[], blinding: Blinding) =>
      owed.flatMap((one, user) => makeLeaves(one, { blinding, count: 1 }).map((leaf) => ({ ...leaf, user })));
    expect(leaks(place)).toBe(TREES);
  });

  test('broken twin: so it does when the parts of a user stay adjacent', () => {
    expect(leaks(split)).toBe(TREES);
  });

  test('broken twin: so it does when whole balances are only shuffled', () => {
    const place = (owed: readonly AccountLiability[], blinding: Blinding) =>
      owed
        .flatMap((one, user) => makeLeaves(one, { blinding, count: 1 }).map((leaf) => ({ ...leaf, user })))
        .sort(byName);
    expect(leaks(place)).toBe(TREES);
  });

  test('default: each user can still prove their whole balance', () => {
    const owed = liabilities(9);
    const leaves = split(owed, BLINDING).sort(byName);
    const nodes = leaves.map((leaf) => hashNamedLeaf(leaf, sha256));
    const root = treeRoot(nodes, joinBySha256) ?? { hash: new Uint8Array(32), sum: 0n };
    for (const { amount: balance, ...owner } of owed) {
      const { account } = owner;
      const leavesOfUser = makeLeaves({ ...owner, amount: balance }, { blinding: BLINDING });
      const proofs = leavesOfUser.map(({ name, amount }, index) => {
        const path = treePath(
          nodes,
          leaves.findIndex((leaf) => Buffer.compare(leaf.name, name) === 0),
          joinBySha256,
        );
        return { leaf: { ...owner, salt: saltOf(account), index, amount }, path };
      });
      expect(verifyAccountLeaves(proofs, { account, balance, root, hash: sha256 })).toBeNull();
    }
  });
});

describe('the hashes', () => {
  test('default: match those of the contract and of anyone else', () => {
    expect(bytesToHex(keccak(toBytes('abc')))).toBe(keccak256(toHex('abc')));
    expect(bytesToHex(sha256(toBytes('abc')))).toBe(
      '0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(bytesToHex(hashLeafText('abc'))).toBe(keccak256(keccak256(toHex('abc'))));
  });

  test('behavior: two nodes have one parent, whatever their order', () => {
    const [low, high] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const parent = keccak256(concat([bytesToHex(low), bytesToHex(high)]));
    expect(bytesToHex(joinByKeccak(low, high))).toBe(parent);
    expect(bytesToHex(joinByKeccak(high, low))).toBe(parent);
  });

  test('behavior: nodes of a liabilities tree have another parent in another order', () => {
    const [left, right] = leafNames(owedTo(1, 0n), { blinding: BLINDING }).map((name) =>
      hashNamedLeaf({ name, amount: 1n, locked: 0n }, sha256),
    );
    if (left === undefined || right === undefined) throw new Error('no nodes');
    expect(joinBySha256(left, right).sum).toBe(2n);
    expect(joinBySha256(left, right).hash).not.toEqual(joinBySha256(right, left).hash);
  });

  test('behavior: the root proves a result of a settlement, and no changed one', () => {
    const texts = [1, 2, 3].map((rank) => settlementLeaf('5', { rank, refund: '10' }));
    const nodes = texts.map(hashLeafText);
    const root = treeRoot(nodes, joinByKeccak) ?? new Uint8Array();
    texts.forEach((text, index) => {
      const path = treePath(nodes, index, joinByKeccak).map(({ node }) => node);
      const verify = (leaf: string) => verifySettlementPath({ leaf: toBytes(leaf), path }, { root, hash: keccak });
      expect(verify(text)).toBe(true);
      expect(verify(text.replace('"10"', '"11"'))).toBe(false);
    });
  });
});
