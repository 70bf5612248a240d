import { joinPair, settlementLeaf } from '@city-mint/domain/proof/settlement-tree';
import { bytesToHex, keccak256, stringToBytes } from 'viem';
import { describe, expect, test } from 'vitest';
import { isIncluded } from './check-inclusion.ts';

const hash = (data: Uint8Array) => keccak256(data, 'bytes');
const node = (leaf: string) => hash(hash(stringToBytes(leaf)));
const leaf = settlementLeaf('12', { rank: 2, refund: '97', loss: '3' });
const sibling = node(settlementLeaf('12', { rank: 1, refund: '97', loss: '3' }));
const root = bytesToHex(joinPair(node(leaf), sibling, hash));
const own = { rank: 2, inclusion: { root, leaf, path: [bytesToHex(sibling)] } };

describe('isIncluded', () => {
  test('verifies the order’s own leaf with the siblings on its path', () => {
    expect(isIncluded({ roundId: '12', root }, own)).toBe(true);
  });

  test.each([
    ['another round', '13', own],
    ['the leaf of another rank', '12', { ...own, rank: 1 }],
    ['an amount that was changed', '12', { ...own, inclusion: { ...own.inclusion, leaf: leaf.replace('97', '99') } }],
    [
      'a root that is not the recomputed one',
      '12',
      { ...own, inclusion: { ...own.inclusion, root: bytesToHex(sibling) } },
    ],
    ['no path', '12', { ...own, inclusion: { ...own.inclusion, path: [] } }],
    ['a leaf that is no result', '12', { ...own, inclusion: { ...own.inclusion, leaf: '{' } }],
    ['a root that is no hash', '12', { ...own, inclusion: { ...own.inclusion, root: 'zz' } }],
  ])('not: %s', (_what, roundId, result) => {
    expect(isIncluded({ roundId, root }, result)).toBe(false);
  });
});
