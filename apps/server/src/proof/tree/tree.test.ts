import { treePath, treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { settlementLeaf, verifySettlementPath } from '@city-mint/domain/proof/settlement-tree';
import { hashSumLeaf, verifySumPath } from '@city-mint/domain/proof/sum-tree';
import { bytesToHex, concat, keccak256, toBytes, toHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { type AccountLiability, packChunk, unpackChunk } from './leaf-chunk.ts';
import { hashLeafText, joinByKeccak, joinBySha256, keccak, sha256 } from './tree-hashes.ts';

const SECRET = new Uint8Array(32).fill(7);
const accountOf = (user: number) => new Uint8Array(20).fill(user);
const liabilities = (count: number): AccountLiability[] =>
  Array.from({ length: count }, (_, user) => ({ account: accountOf(user), amount: BigInt(user) * 10n ** 18n }));

describe('packChunk', () => {
  test('default: leaves come back as they were packed', () => {
    const packed = packChunk(liabilities(5), SECRET);
    const leaves = unpackChunk(packed.leaves, SECRET);
    expect(leaves.map(({ account, amount }) => ({ account: new Uint8Array(account), amount }))).toEqual(liabilities(5));
    expect(packed.leaves).toHaveLength(5 * 52);
    expect(packed.node.sum).toBe(10n * 10n ** 18n);
  });

  test('default: each unpacked leaf is proven by the root of its chunk', () => {
    const { leaves, node: root } = packChunk(liabilities(5), SECRET);
    const unpacked = unpackChunk(leaves, SECRET);
    const nodes = unpacked.map((leaf) => hashSumLeaf(leaf, sha256));
    unpacked.forEach((leaf, index) => {
      const path = treePath(nodes, index, joinBySha256);
      expect(verifySumPath({ leaf, path }, { root, hash: sha256 })).toBeNull();
    });
  });

  test('behavior: the root over the roots of two chunks is the root over all leaves', () => {
    const all = liabilities(12);
    const chunks = [all.slice(0, 8), all.slice(8)].map((part) => packChunk(part, SECRET).node);
    expect(treeRoot(chunks, joinBySha256)).toEqual(packChunk(all, SECRET).node);
  });

  test('behavior: the salt depends on the secret and on the account, and is not stored', () => {
    const { leaves } = packChunk(liabilities(2), SECRET);
    const [first, second] = unpackChunk(leaves, SECRET);
    const [other] = unpackChunk(leaves, new Uint8Array(32).fill(8));
    expect(first?.salt).toHaveLength(32);
    expect(first?.salt).not.toEqual(second?.salt);
    expect(first?.salt).not.toEqual(other?.salt);
    expect(leaves.includes(Buffer.from(first?.salt ?? []))).toBe(false);
  });

  test.each([
    ['no leaves', []],
    ['a negative amount', [{ account: accountOf(1), amount: -1n }]],
    ['an amount above 256 bits', [{ account: accountOf(1), amount: 1n << 256n }]],
    ['an account of 19 bytes', [{ account: new Uint8Array(19), amount: 1n }]],
  ])('behavior: %s is an error', (_, bad) => expect(() => packChunk(bad, SECRET)).toThrow());
});

describe('the hashes', () => {
  test('default: those that the contract and anyone else compute', () => {
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
    const [left, right] = [1, 2].map((user) => packChunk([{ account: accountOf(user), amount: 1n }], SECRET).node);
    if (left === undefined || right === undefined) throw new Error('no nodes');
    expect(joinBySha256(left, right).sum).toBe(2n);
    expect(joinBySha256(left, right).hash).not.toEqual(joinBySha256(right, left).hash);
  });

  test('behavior: a result of a settlement is proven by the root, a changed one is not', () => {
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
