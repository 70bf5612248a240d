import { describe, expect, test } from 'vitest';
import { sampleProof } from '#testing/replies/proof.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { anchoringTime, checkMyProof, judgeRoot, type MyProof, proofsByCurrency } from './check-my-proof.ts';

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

describe('the contract on the root', () => {
  const proof = sampleProof();
  const anchored = { root: proof.root, total: 100n * 10n ** 18n, asOfBlock: 7n, anchoredAt: 1_700n };
  const roots = (...list: readonly (typeof anchored)[]) => ({ kind: 'read', nodes: 1, roots: list }) as const;
  const before = { ...anchored, root: SALT, asOfBlock: 6n };

  test.each([
    ['agrees', 'it has root, total and block', roots(anchored, before)],
    ['pending', 'its newest root is of an earlier block', roots(before)],
    ['pending', 'it has no root', roots()],
    ['differs', 'it has another total', roots({ ...anchored, total: anchored.total + 1n })],
    ['differs', 'it has the root for another block', roots({ ...anchored, asOfBlock: 8n })],
    ['differs', 'it has another root of the block', roots({ ...anchored, root: SALT })],
    ['differs', 'it has another root of a later block', roots({ ...anchored, root: SALT, asOfBlock: 9n }, before)],
    ['nodes-differ', 'nodes contradict each other', { kind: 'nodes-differ' } as const],
    ['unread', 'no node answers', undefined],
  ] as const)('is %s: %s', (verdict, _when, answer) => {
    expect(judgeRoot(proof, answer)).toBe(verdict);
  });

  test('default: the time of its anchoring, of this root only', () => {
    expect(anchoringTime(proof, roots(before, anchored))).toBe(1_700_000);
    expect(anchoringTime(proof, roots(before))).toBeNull();
    expect([anchoringTime(proof, undefined), anchoringTime(proof, { kind: 'nodes-differ' })]).toEqual([null, null]);
  });

  test('attack: a tree that the server made up, with leaves, root and total that agree, is not verified', () => {
    const invented = { ...proof, blockNumber: '5' };
    expect(checkMyProof(invented, ALICE).fault).toBeNull();
    expect(judgeRoot(invented, roots({ ...anchored, root: SALT }))).toBe('differs');
  });
});

test('attack: a proof that is left out, or there twice, is none', () => {
  const [ju, fmc] = [sampleProof(), { ...sampleProof(), currency: 'FMC' } as const];
  expect(proofsByCurrency([fmc, ju])).toEqual([
    ['JU', ju],
    ['FMC', fmc],
  ]);
  expect(proofsByCurrency([ju, ju])).toEqual([
    ['JU', null],
    ['FMC', null],
  ]);
});
