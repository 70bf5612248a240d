import { EXIT_STATEMENT_FORMAT } from '@city-mint/domain/proof/exit-statement';
import { toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { SAMPLE_EXIT_KEY, sampleProof } from '#testing/replies/proof.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import type { MyProof } from './check-my-proof.ts';
import { SELECTORS } from './exit-query.ts';
import { exitFile, judgeExit } from './exit-statement.ts';
import type { AnchoredRoots } from './read-anchored.ts';

const proof = sampleProof();
const FMC: MyProof = { ...proof, currency: 'FMC', parts: [] };
const root = { root: proof.root, total: 100n * 10n ** 18n, asOfBlock: 7n, anchoredAt: 0n };
const roots = (...list: readonly (typeof root)[]): AnchoredRoots => ({ kind: 'read', nodes: 2, roots: list });
const anchored = (JU: AnchoredRoots = roots(root)) => ({ JU, FMC: roots(root) });
const trees = (change: Partial<MyProof> = {}) => ({
  account: ALICE,
  key: SAMPLE_EXIT_KEY,
  trees: [{ ...proof, ...change }, FMC],
});
const later = { ...root, root: `0x${'22'.repeat(32)}`, asOfBlock: 8n, anchoredAt: 0n };

test('default: leaves that lead to the newest roots of the contract are offered', () => {
  expect(judgeExit(trees(), anchored())).toBe('newest');
});

test.each([
  ['waiting', 'the contract has a newer root, which would pay instead', trees(), anchored(roots(later, root))],
  ['waiting', 'the contract has no root of this block yet', trees(), anchored(roots())],
  ['refused', 'a total differs', trees({ total: '101' }), anchored()],
  ['refused', 'the key does not lead to the leaves', { ...trees(), key: `0x${'00'.repeat(32)}` }, anchored()],
  ['refused', 'a leaf is missing', trees({ parts: proof.parts.slice(1) }), anchored()],
  ['refused', 'the leaves are another account’s', { ...trees(), account: BOB }, anchored()],
  ['refused', 'the contract has another root', trees(), anchored(roots({ ...later, asOfBlock: 7n, anchoredAt: 0n }))],
  ['refused', 'the nodes contradict each other', trees(), anchored({ kind: 'nodes-differ' })],
  ['nothing', 'no tree has a leaf of the account', trees({ parts: [] }), anchored()],
] as const)('is %s: %s', (...[verdict, , statement, state]) => {
  expect(judgeExit(statement, state)).toBe(verdict);
});

test('the file names the contracts and has the leaves as the server states them', () => {
  const address = (digit: string) => `0x${digit.repeat(40)}`;
  const contracts = {
    ...{ chainId: 1, vault: address('1'), exit: address('2') },
    ...{ anchors: address('3'), fmc: address('4') },
  };
  const { name, text } = exitFile({ ...trees(), contracts }, ['words']);
  expect(name).toBe('city-mint-exit-7.json');
  const { currency, total, blockNumber, parts } = proof;
  expect(JSON.parse(text)).toMatchObject({
    ...{ format: EXIT_STATEMENT_FORMAT, how: ['words'], ...contracts, account: ALICE, key: SAMPLE_EXIT_KEY },
    proofs: [{ currency, root: proof.root, total, blockNumber, parts }, { currency: 'FMC' }],
  });
});

test.each(['EXIT', 'ANCHORS'] as const)('the selector of %s', (name) => {
  expect(SELECTORS[name]).toBe(toFunctionSelector(`${name}()`));
});
