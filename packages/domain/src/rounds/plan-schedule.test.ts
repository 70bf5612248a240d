import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SAMPLE_TERMS } from '../../testing/sample-terms.ts';
import { tokenAmount } from '../money/token-amount.ts';
import type { PhasePlan } from './phase-plan.ts';
import { planSchedule } from './plan-schedule.ts';
import { isWithinSpan, SPAN_NAMES, spanOfTerms, type TermsSpan } from './terms-span.ts';

const plan: PhasePlan = {
  city: 'London',
  phase: 1,
  firstOpensAt: 1_000,
  windowMs: 500,
  gapMs: 100,
  rounds: 3,
  firstQuota: tokenAmount(1_001n),
  growthBps: 1_000,
  terms: SAMPLE_TERMS,
};

describe('planSchedule', () => {
  test('default: every round one gap after the one before, its quota grown and rounded down', () => {
    expect(planSchedule(plan)).toEqual([
      { number: 1, opensAt: 1_000, closesAt: 1_500, quota: 1_001n },
      { number: 2, opensAt: 1_600, closesAt: 2_100, quota: 1_101n },
      { number: 3, opensAt: 2_200, closesAt: 2_700, quota: 1_211n },
    ]);
  });

  test.each([
    [1, 1],
    [49, 49],
    [50, 50],
    [51, 50],
    [1_000_000, 50],
  ])('behavior: a plan of %s rounds has %s in its schedule', (rounds, count) => {
    expect(planSchedule({ ...plan, rounds }).map(({ number }) => number)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });

  test('behavior: without gap and growth rounds follow immediately, at the same quota', () => {
    const schedule = planSchedule({ ...plan, gapMs: 0, growthBps: 0 });
    expect(schedule.map(({ opensAt }) => opensAt)).toEqual([1_000, 1_500, 2_000]);
    expect(new Set(schedule.map(({ quota }) => quota))).toEqual(new Set([1_001n]));
  });
});

describe('spanOfTerms', () => {
  test('default: the smallest and greatest value of each share and multiple', () => {
    const { terms } = plan;
    const other = { ...terms, mintFeeBps: 9, compensationTimesBps: 100_000 };
    const span = spanOfTerms([terms, other, { ...terms, mintFeeBps: 1_000 }]);
    expect(span).toMatchObject({
      mintFeeBps: { from: 9, to: 1_000 },
      compensationTimesBps: { from: 20_000, to: 100_000 },
      lossBps: { from: 300, to: 300 },
    });
    expect(Object.keys(span ?? {})).not.toContain('mintAmount');
    expect(Object.keys(span ?? {})).not.toContain('stageBps');
  });

  test('behavior: no plans, no span', () => expect(spanOfTerms([])).toBeNull());
});

describe('isWithinSpan', () => {
  const bps = fc.nat(10_000);
  const span = fc.tuple(bps, bps).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
  const spans = fc.record(mapSpans(() => span)) as fc.Arbitrary<TermsSpan>;

  test('default: whoever accepted a span has accepted every narrower one, and no plan at all', () => {
    fc.assert(
      fc.property(spans, fc.gen(), (accepted, draw) => {
        const narrower = mapSpans((name) => {
          const { from, to } = accepted[name];
          const [a, b] = [draw(fc.integer, { min: from, max: to }), draw(fc.integer, { min: from, max: to })];
          return { from: Math.min(a, b), to: Math.max(a, b) };
        });
        expect(isWithinSpan(narrower, accepted)).toBe(true);
        expect(isWithinSpan(accepted, accepted)).toBe(true);
        expect(isWithinSpan(null, accepted)).toBe(true);
      }),
    );
  });

  test('attack: no single figure can exceed the accepted one, not even slightly', () => {
    fc.assert(
      fc.property(spans, fc.constantFrom(...SPAN_NAMES), fc.integer({ min: 1, max: 10_000 }), (accepted, name, by) => {
        const { from, to } = accepted[name];
        expect(isWithinSpan({ ...accepted, [name]: { from, to: to + by } }, accepted)).toBe(false);
        expect(isWithinSpan({ ...accepted, [name]: { from: from - by, to } }, accepted)).toBe(false);
      }),
    );
  });

  test('behavior: a plan is not covered by a consent without one, nor a term by one that did not have it', () => {
    const all = mapSpans(() => ({ from: 1, to: 1 }));
    expect(isWithinSpan(all, null)).toBe(false);
    expect(isWithinSpan(null, null)).toBe(true);
    for (const name of SPAN_NAMES) {
      const { [name]: _missing, ...others } = all;
      expect(isWithinSpan(all, others)).toBe(false);
    }
  });

  test('default: every term of a span has its place in the order', () => {
    expect([...SPAN_NAMES].sort()).toEqual(Object.keys(spanOfTerms([plan.terms]) ?? {}).sort());
  });
});

function mapSpans<Value>(make: (name: keyof TermsSpan) => Value): { [Name in keyof TermsSpan]: Value } {
  return Object.fromEntries(SPAN_NAMES.map((name) => [name, make(name)])) as { [Name in keyof TermsSpan]: Value };
}
