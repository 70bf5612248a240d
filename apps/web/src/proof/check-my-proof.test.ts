import { parseAmount } from '@city-mint/domain/money/amount-text';
import { hashSumLeaf, joinSumNodes } from '@city-mint/domain/proof/sum-tree';
import { bytesToHex, hexToBytes, sha256 } from 'viem';
import { expect, test } from 'vitest';
import { checkMyProof, type MyProof } from './check-my-proof.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const SALT = `0x${'5a'.repeat(32)}` as const;
const hash = (data: Uint8Array) => sha256(data, 'bytes');
const units = (text: string) => {
  const parsed = parseAmount(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.amount;
};
const node = (account: `0x${string}`, index: number, amount: string) =>
  hashSumLeaf({ account: hexToBytes(account), salt: hexToBytes(SALT), index, amount: units(amount) }, hash);

/** The proof of Alice's two leaves, 2.5 and 1.5, in a tree with one of Bob's. */
function buildProof(): MyProof {
  const [first, second, other] = [node(ALICE, 0, '2.5'), node(ALICE, 1, '1.5'), node(BOB, 0, '96')];
  const mine = joinSumNodes(first, second, hash);
  const root = joinSumNodes(mine, other, hash);
  const step = (side: 'left' | 'right', sibling: typeof first, sum: string) =>
    ({ side, hash: bytesToHex(sibling.hash), sum }) as const;
  const part = (index: number, amount: string, path: MyProof['parts'][number]['path']) => ({
    leaf: { account: ALICE, salt: SALT, index, amount },
    path,
  });
  return {
    currency: 'JU',
    root: bytesToHex(root.hash),
    total: '100',
    leaves: 3,
    blockNumber: '7',
    vaultBalance: '100',
    madeAt: 0,
    anchoring: { state: 'final', txHash: null, blockNumber: null },
    parts: [
      part(0, '2.5', [step('right', second, '1.5'), step('right', other, '96')]),
      part(1, '1.5', [step('left', first, '2.5'), step('right', other, '96')]),
    ],
  };
}

test('default: leaves that lead to the root count their sum', () => {
  expect(checkMyProof(buildProof(), ALICE)).toEqual({ currency: 'JU', counted: '4', fault: null });
});

test('behavior: a tree that counts nothing for the account says so', () => {
  expect(checkMyProof({ ...buildProof(), parts: [] }, ALICE)).toEqual({ currency: 'JU', counted: '0', fault: 'none' });
});

test.each([
  ['a larger total', (proof: MyProof) => ({ ...proof, total: '101' }), 'total-differs'],
  ['another root', (proof: MyProof) => ({ ...proof, root: SALT }), 'root-differs'],
  ['a leaf twice', (proof: MyProof) => ({ ...proof, parts: [...proof.parts, ...proof.parts] }), 'leaf-counted-twice'],
  ['no bytes', (proof: MyProof) => ({ ...proof, root: 'x' }), 'unreadable'],
] as const)('attack: %s is found', (_, change, fault) => {
  expect(checkMyProof(change(buildProof()), ALICE).fault).toBe(fault);
});

test('attack: the leaves of another account are not mine', () => {
  expect(checkMyProof(buildProof(), BOB).fault).toBe('another-account');
});
