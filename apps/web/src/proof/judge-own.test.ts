import { DAY_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
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
  test('default: the minutes from ten before to one after, and a time of which the balance is the current one', () => {
    const times = timesToCompare(MADE_AT, MADE_AT + 5 * MINUTE_MS);
    expect(times).toHaveLength(13);
    expect(times.slice(0, 2)).toEqual([MADE_AT - 10 * MINUTE_MS, MADE_AT - 9 * MINUTE_MS]);
    expect(times.slice(-2)).toEqual([MADE_AT + MINUTE_MS, MADE_AT + 5 * MINUTE_MS + DAY_MS]);
  });

  test('behavior: they ascend, and the last one is ahead, also by a clock that is an hour slow', () => {
    const times = timesToCompare(MADE_AT, MADE_AT - 60 * MINUTE_MS);
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
    expect(times.at(-1)).toBe(MADE_AT + DAY_MS);
  });
});

/** Rounds hold the part that the leaves state: 1 of 4. */
const ASSETS = [sampleAsset('JU', '3', { frozenInRounds: '1' })];
const judge = (points: readonly Points[number][] | undefined, assets = ASSETS, of = proof) =>
  judgeOwn(of, { points: points && [...points], assets, anchoredAt: null });

describe('judgeOwn', () => {
  test.each([
    ['agrees', 'the account had the sum of the leaves, and has it', pointsOf([point('4'), point('4')])],
    ['in-part', 'it had it in one of these minutes', pointsOf([point('9'), point('4'), point('7')])],
    ['in-part', 'it has another balance today', pointsOf([point('4'), point('4')], point('1'))],
    ['differs', 'it had less all the time', pointsOf([point('3.999999999999999999')])],
    ['differs', 'it had more all the time than a round can be paying', pointsOf([point('5.000000000000000001')])],
    ['paying', 'it had more all the time, at most what rounds hold', pointsOf([point('4.5')])],
    ['moved', 'it had other balances, which changed', pointsOf([point('9'), point('7')])],
    ['unread', 'there is no answer', undefined],
    ['unread', 'the answer is empty', []],
    ['unread', 'the answer has no amounts', pointsOf([point('x'), point('x')])],
  ] as const)('%s: %s', (verdict, _when, points) => {
    expect(judge(points)).toBe(verdict);
  });

  test('attack: a tree without one of the leaves, or without the account, is found', () => {
    const points = pointsOf([point('4'), point('4')]);
    expect(judge(points, ASSETS, { ...proof, parts: others })).toBe('differs');
    expect(judge(points, ASSETS, { ...proof, parts: [] })).toBe('differs');
  });

  test('attack: the present balance is none of then', () => {
    expect(judge(pointsOf([point('9'), point('9')], point('4')))).toBe('differs');
  });

  test('attack: leaves that state another part as held by rounds', () => {
    const points = pointsOf([point('4'), point('4')]);
    expect(judge(points, [sampleAsset('JU', '4')])).toBe('differs');
    expect(judge(points, [sampleAsset('JU', '2', { frozenInRounds: '2' })])).toBe('differs');
  });

  test('attack: a server dates the tree to a time at which the account had nothing', () => {
    const anchoredAt = MADE_AT + 60 * MINUTE_MS;
    const points = pointsOf([point('4'), point('4')]);
    const at = (madeAt: number) => judgeOwn({ ...proof, madeAt }, { points, assets: ASSETS, anchoredAt });
    expect([at(MADE_AT), at(MADE_AT - DAY_MS), at(MADE_AT + DAY_MS)]).toEqual(['agrees', 'unread', 'unread']);
  });

  describe('of FMC', () => {
    // The leaves state 4 FMC, of which 1 is unpaid.
    const ofFmc = { ...proof, currency: 'FMC' } as const;
    const still = pointsOf([point('5', '3'), point('5', '3')]);
    const judgeFmc = (points: readonly Points[number][], vesting: string, available = '3') =>
      judge(points, [sampleAsset('FMC', available, { vesting })], ofFmc);

    test.each([
      ['agrees', 'the paid and the unpaid part are the same', still, '1'],
      ['paying', 'the account has more unpaid FMC: a stage may be under way', still, '1.5'],
      ['differs', 'the account has less unpaid FMC', still, '0.5'],
      ['in-part', 'the account has moved since', pointsOf([point('5', '3')], point('6', '3')), '1.5'],
      ['differs', 'the account had more that was paid', pointsOf([point('5', '3.5')]), '1'],
    ] as const)('%s: %s', (...[verdict, , points, vesting]) => {
      expect(judgeFmc(points, vesting)).toBe(verdict);
    });

    test('behavior: assets of another moment than the balances say nothing', () => {
      expect(judgeFmc(still, '9', '4')).toBe('in-part');
    });
  });
});
