import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { terms as anyTerms } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { tokenAmount } from '../money/token-amount.ts';
import { checkPhasePlan, type EndedRound, nextRound, type PhasePlan } from './phase-plan.ts';
import { checkTerms, type Terms } from './terms.ts';

const plans: fc.Arbitrary<PhasePlan> = fc
  .tuple(
    anyTerms,
    fc.record({
      windowMs: fc.integer({ min: 1, max: 1_000_000 }),
      gapMs: fc.nat(1_000_000),
      rounds: fc.integer({ min: 1, max: 8 }),
      growthBps: fc.nat(20_000),
    }),
  )
  .map(([{ city, phase, number: _, opensAt, closesAt: __, quota, ...terms }, timing]) => ({
    ...timing,
    city,
    phase,
    firstOpensAt: opensAt,
    firstQuota: quota,
    terms,
  }));

const [sample] = fc.sample(plans, { numRuns: 1, seed: 1 });
if (sample === undefined) throw new Error('no sample');
const plan: PhasePlan = {
  ...sample,
  firstOpensAt: 1_000,
  windowMs: 500,
  gapMs: 100,
  rounds: 3,
  firstQuota: tokenAmount(1_001n),
  growthBps: 1_000,
  terms: { ...sample.terms, minimum: tokenAmount(1n) },
};

function roundAfter(previous: EndedRound | null): Terms {
  const next = nextRound(plan, previous);
  if (next.kind !== 'round') throw new Error(next.why);
  return next.terms;
}

function ended(terms: Terms, endedAt: number): EndedRound {
  return { ...terms, outcome: 'minted', endedAt };
}

describe('nextRound', () => {
  test('default: the quota compounds, rounded down each time', () => {
    const first = roundAfter(null);
    const second = roundAfter(ended(first, 1_400));
    const third = roundAfter(ended(second, 5_000));
    expect([first, second, third].map(({ number, quota }) => [number, quota])).toEqual([
      [1, 1_001n],
      [2, 1_101n],
      [3, 1_211n],
    ]);
    expect([first, second, third].map(({ opensAt, closesAt }) => [opensAt, closesAt])).toEqual([
      [1_000, 1_500],
      [1_600, 2_100],
      [5_100, 5_600],
    ]);
  });

  test('behavior: a failed or cancelled round ends its phase, and so does the last one', () => {
    const first = roundAfter(null);
    expect(nextRound(plan, { ...ended(first, 1_500), outcome: 'failed' })).toEqual({
      kind: 'phase-over',
      why: 'round-failed',
    });
    expect(nextRound(plan, { ...ended(first, 1_500), outcome: 'cancelled' })).toEqual({
      kind: 'phase-over',
      why: 'round-cancelled',
    });
    expect(nextRound(plan, { ...ended(first, 1_500), number: 3 })).toEqual({
      kind: 'phase-over',
      why: 'all-rounds-held',
    });
  });

  test('property: every round of a good plan has good terms', () => {
    holds(plans, (any) => {
      expect(checkPhasePlan(any)).toEqual([]);
      let previous: EndedRound | null = null;
      for (let number = 1; number <= any.rounds; number += 1) {
        const next = nextRound(any, previous);
        if (next.kind !== 'round') throw new Error(next.why);
        expect(checkTerms(next.terms)).toEqual([]);
        expect(next.terms.number).toBe(number);
        previous = ended(next.terms, next.terms.closesAt);
      }
      expect(nextRound(any, previous).kind).toBe('phase-over');
    });
  });
});

test.each<[Partial<PhasePlan>, string[]]>([
  [{ windowMs: 0 }, ['windowMs', 'windowMs']],
  [{ gapMs: -1 }, ['gapMs']],
  [{ rounds: 0 }, ['rounds']],
  [{ growthBps: -1 }, ['growthBps']],
  [{ growthBps: 100_001 }, ['growthBps']],
  [{ firstOpensAt: -1 }, ['firstOpensAt']],
  [{ firstQuota: tokenAmount(0n) }, ['firstQuota', 'minimum']],
  [{ city: '' }, ['city']],
])('checkPhasePlan: %o', (changed, fields) => {
  expect(checkPhasePlan({ ...plan, ...changed }).map(({ field }) => field)).toEqual(fields);
});
