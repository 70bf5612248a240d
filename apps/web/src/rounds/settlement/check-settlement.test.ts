import { settlementSubject } from '@city-mint/chain-contract/anchor-subject';
import { expect, test } from 'vitest';
import { checkSettlement } from './check-settlement.ts';

const TERMS_HASH = `0x${'ab'.repeat(32)}`;
const root = `0x${'12'.repeat(32)}`;
const SHA256 = 'cd'.repeat(32);
const round = { roundId: '12', termsHash: TERMS_HASH, sha256: SHA256, own: null };
const recomputed = { roundId: '12', termsHash: TERMS_HASH, root, orders: 2, sha256: SHA256 };

test('default: the contract’s root of the round and its terms decides', async () => {
  const asked: string[] = [];
  const readRoot = async (subject: string) => {
    asked.push(subject);
    return { kind: 'read', root, nodes: 2 } as const;
  };
  expect(await checkSettlement(recomputed, round, readRoot)).toEqual({
    ...{ kind: 'same', contract: 'agrees', nodes: 2, isIncluded: null },
    ...{ root, orders: 2, sha256: SHA256 },
  });
  expect(asked).toEqual([settlementSubject({ roundId: 12n, termsHash: TERMS_HASH })]);
});

test.each([
  ['another root', { kind: 'read', root: `0x${'13'.repeat(32)}`, nodes: 1 }, 'differs'],
  ['no root', { kind: 'read', root: null, nodes: 1 }, 'pending'],
  ['nodes that differ', { kind: 'nodes-differ' }, 'nodes-differ'],
] as const)('attack: %s is never the published result on chain', async (_what, anchored, contract) => {
  expect(await checkSettlement(recomputed, round, async () => anchored)).toMatchObject({ kind: 'same', contract });
});

test('attack: a file with other terms than the round’s, or without their hash, is another settlement', async () => {
  const never = () => Promise.reject(new Error('the contract was asked'));
  for (const termsHash of [`0x${'ac'.repeat(32)}`, null]) {
    expect(await checkSettlement({ ...recomputed, termsHash }, round, never)).toEqual({
      ...{ kind: 'different', place: `line 1: termsHash: is ${termsHash}, the round has ${TERMS_HASH}` },
    });
  }
});

test('a node that does not answer leaves the contract unread', async () => {
  const readRoot = () => Promise.reject(new TypeError('no network'));
  expect(await checkSettlement(recomputed, round, readRoot)).toMatchObject({ contract: 'unread' });
});

test('attack: the file of another round, a difference, an own order of a round without orders are named', async () => {
  const never = () => Promise.reject(new Error('the contract was asked'));
  expect(await checkSettlement({ ...recomputed, roundId: '13' }, round, never)).toEqual({
    ...{ kind: 'different', place: 'line 1: roundId: is 13' },
  });
  expect(await checkSettlement({ place: 'line 2: result.fee', fault: 'is "1", recomputed "2"' }, round, never)).toEqual(
    {
      ...{ kind: 'different', place: 'line 2: result.fee: is "1", recomputed "2"' },
    },
  );
  const own = { rank: 1, inclusion: { root, leaf: '{}', path: [] } };
  expect(await checkSettlement({ ...recomputed, root: null }, { ...round, own }, never)).toMatchObject({
    ...{ contract: null, isIncluded: false },
  });
});

test('attack: a file with another hash than the stated one differs, whatever its settlement', async () => {
  const never = () => Promise.reject(new Error('the contract was asked'));
  const stated = 'ce'.repeat(32);
  expect(await checkSettlement(recomputed, { ...round, sha256: stated }, never)).toEqual({
    ...{ kind: 'different', place: `file: SHA-256: is ${SHA256}, stated ${stated}` },
  });
  const unread = async () => ({ kind: 'nodes-differ' }) as const;
  expect(await checkSettlement(recomputed, { ...round, sha256: null }, unread)).toMatchObject({ kind: 'same' });
});
