import { expect, test } from 'vitest';
import { sampleProof } from '#testing/replies/proof.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { checkMyProof, type MyProof } from './check-my-proof.ts';

const SALT = `0x${'5a'.repeat(32)}` as const;

test('default: returns the sum of leaves that lead to the root', () => {
  expect(checkMyProof(sampleProof(), ALICE)).toEqual({ currency: 'JU', counted: '4', fault: null });
});

test('behavior: says if a tree counts nothing for the account', () => {
  expect(checkMyProof({ ...sampleProof(), parts: [] }, ALICE)).toEqual({ currency: 'JU', counted: '0', fault: 'none' });
});

test.each([
  ['a larger total', (proof: MyProof) => ({ ...proof, total: '101' }), 'total-differs'],
  ['another root', (proof: MyProof) => ({ ...proof, root: SALT }), 'root-differs'],
  ['a leaf twice', (proof: MyProof) => ({ ...proof, parts: [...proof.parts, ...proof.parts] }), 'leaf-counted-twice'],
  ['no bytes', (proof: MyProof) => ({ ...proof, root: 'x' }), 'unreadable'],
] as const)('attack: %s is found', (_, change, fault) => {
  expect(checkMyProof(change(sampleProof()), ALICE).fault).toBe(fault);
});

test('attack: rejects the leaves of another account', () => {
  expect(checkMyProof(sampleProof(), BOB).fault).toBe('another-account');
});
