import { MINUTE_MS } from '@city-mint/domain/time/durations';
import { describe, expect, test } from 'vitest';
import { sampleAsset } from '#testing/replies/assets.ts';
import { sampleProof } from '#testing/replies/proof.ts';
import { judgeOwn, type OwnBooks, timesToCompare } from './judge-own.ts';

const MADE_AT = Date.UTC(2026, 10, 20, 12);
const proof = sampleProof();
const [first, ...others] = proof.parts;
if (first === undefined) throw new Error('no leaf');

type Points = NonNullable<OwnBooks['points']>;
const point = (JU: string, FMC = '0') => ({ at: MADE_AT, JU, FMC });
/** The balances at the compared times: of the minutes around the tree, then of the present. */
const pointsOf = (around: readonly Points[number][], now = around.at(-1)) => [...around, ...(now ? [now] : [])];
describe('timesToCompare', () => {
  test('default: the minutes from ten before to one after, and the present', () => {
    const times = timesToCompare(MADE_AT, MADE_AT + 5 * MINUTE_MS);
    expect(times).toHaveLength(13);
    expect(times.slice(0, 2)).toEqual([MADE_AT - 10 * MINUTE_MS, MADE_AT - 9 * MINUTE_MS]);
    expect(times.slice(-2)).toEqual([MADE_AT + MINUTE_MS, MADE_AT + 5 * MINUTE_MS]);
  });

  test('behavior: none is in the future, and they ascend', () => {
    const times = timesToCompare(MADE_AT, MADE_AT);
    expect(times.at(-1)).toBe(MADE_AT);
    expect(new Set(times).size).toBe(times.length);
  });
});

describe('judgeOwn', () => {
  test.each([
    ['agrees', 'the account had the sum of the leaves', pointsOf([point('4'), point('4')])],
    ['agrees', 'it had it in one of these minutes', pointsOf([point('9'), point('4'), point('7')])],
    ['agrees', 'it has another balance today', pointsOf([point('4'), point('4')], point('1'))],
    ['differs', 'it had one base unit more all the time', pointsOf([point('4.000000000000000001')])],
    ['moved', 'it had other balances, which changed', pointsOf([point('9'), point('7')])],
    ['unread', 'there is no answer', undefined],
    ['unread', 'the answer is empty', []],
    ['unread', 'the answer has no amounts', pointsOf([point('x'), point('x')])],
  ] as const)('%s: %s', (verdict, _when, points) => {
    expect(judgeOwn(proof, { points: points && [...points], assets: [] })).toBe(verdict);
  });

  test('attack: a tree without one of the leaves, or without the account, is found', () => {
    const points = pointsOf([point('4'), point('4')]);
    expect(judgeOwn({ ...proof, parts: others }, { points, assets: [] })).toBe('differs');
    expect(judgeOwn({ ...proof, parts: [] }, { points, assets: [] })).toBe('differs');
  });

  test('attack: the present balance is none of then', () => {
    expect(judgeOwn(proof, { points: pointsOf([point('9'), point('9')], point('4')), assets: [] })).toBe('differs');
  });

  describe('of FMC', () => {
    // The leaves state 4 FMC, of which 1 is unpaid.
    const ofFmc = { ...proof, currency: 'FMC' } as const;
    const still = pointsOf([point('5', '3'), point('5', '3')]);

    test('default: the paid part is compared, and the unpaid one while nothing moves', () => {
      expect(judgeOwn(ofFmc, { points: still, assets: [sampleAsset('FMC', '3', { vesting: '1' })] })).toBe('agrees');
    });

    test.each([
      ['less unpaid FMC than the account has', { now: point('5', '3'), vesting: '1.5', verdict: 'differs' }],
      ['more unpaid FMC than the account has', { now: point('5', '3'), vesting: '0', verdict: 'differs' }],
      ['less, but the account has moved since', { now: point('6', '3'), vesting: '1.5', verdict: 'agrees' }],
    ])('with %s', (_name, { now, vesting, verdict }) => {
      const points = pointsOf([point('5', '3')], now);
      expect(judgeOwn(ofFmc, { points, assets: [sampleAsset('FMC', '3', { vesting })] })).toBe(verdict);
    });

    test('behavior: assets of another moment than the balances say nothing', () => {
      expect(judgeOwn(ofFmc, { points: still, assets: [sampleAsset('FMC', '4', { vesting: '9' })] })).toBe('agrees');
    });
  });
});
