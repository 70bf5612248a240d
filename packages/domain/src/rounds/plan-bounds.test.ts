import { describe, expect, test } from 'vitest';
import { type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import type { PhasePlan } from './phase-plan.ts';
import { checkPlanBounds, type PlanPublication } from './plan-bounds.ts';

const units = (whole: bigint): TokenAmount => tokenAmount(whole * 10n ** 18n);

const plan: PhasePlan = {
  city: 'London',
  phase: 1,
  firstOpensAt: 3_601_000,
  windowMs: 1,
  gapMs: 0,
  rounds: 1,
  firstQuota: units(1_000n),
  growthBps: 0,
  terms: {
    minimum: units(1n),
    walletMaximum: ZERO,
    lateBps: 0,
    mintFeeBps: 100,
    mintAmount: units(5_000n),
    stageBps: [4_000, 3_000, 3_000],
    referralBps: 0,
    nodesBps: 0,
    levelsBps: 0,
    treasuryBps: 0,
    lossBps: 300,
    reserveDrawBps: 5_000,
    compensationTimesBps: 0,
    stageDelaysMs: [0, 1, 2],
  },
};
const publication: PlanPublication = {
  emissionRemaining: units(500_000n),
  mintPerJuMaximum: units(5n),
  now: 1_000,
  noticeMs: 3_600_000,
};

function violations(parts: Partial<Omit<PhasePlan, 'terms'>>, terms: Partial<PhasePlan['terms']> = {}) {
  return checkPlanBounds({ ...plan, ...parts, terms: { ...plan.terms, ...terms } }, publication);
}

describe('checkPlanBounds', () => {
  test('a plan at every bound breaks none', () => {
    expect(checkPlanBounds(plan, publication)).toEqual([]);
    const least = { ...plan, firstQuota: units(1n) };
    const terms = { ...plan.terms, minimum: tokenAmount(10n ** 16n), mintAmount: units(5n) };
    expect(checkPlanBounds({ ...least, terms }, publication)).toEqual([]);
  });

  test('each bound, one unit beyond it, names its field and its limit', () => {
    const mintAmount = tokenAmount(units(5_000n) + 1n);
    expect(violations({ firstQuota: tokenAmount(units(1n) - 1n) }, { mintAmount: tokenAmount(1n) })).toEqual([
      { field: 'firstQuota', bound: 'at-least 1' },
    ]);
    expect(violations({}, { minimum: tokenAmount(10n ** 16n - 1n) })).toEqual([
      { field: 'minimum', bound: 'at-least 0.01' },
    ]);
    expect(violations({ firstQuota: units(9_999n) }, { mintAmount })).toEqual([
      { field: 'mintAmount', bound: 'at-most 5000' },
    ]);
    expect(violations({ firstQuota: tokenAmount(units(1_000n) - 1n) })).toEqual([
      { field: 'mintAmount', bound: 'at-most 4999.999999999999999995' },
    ]);
    expect(violations({ firstOpensAt: 3_600_999 })).toEqual([{ field: 'firstOpensAt', bound: 'not-before 3601000' }]);
  });

  test('the attack: a quota of one base unit that mints without bound and has opened already', () => {
    const attack = violations(
      { firstQuota: tokenAmount(1n), firstOpensAt: 0 },
      { minimum: tokenAmount(1n), mintAmount: units(1_000_000n) },
    );
    expect(attack.map(({ field }) => field)).toEqual([
      'firstQuota',
      'minimum',
      'mintAmount',
      'mintAmount',
      'firstOpensAt',
    ]);
  });

  test('without a notice a plan may open at any time, until its first window is over', () => {
    const at = (now: number) =>
      checkPlanBounds({ ...plan, firstOpensAt: 5_000, windowMs: 1_000 }, { ...publication, noticeMs: 0, now });
    expect(at(1_000)).toEqual([]);
    expect(at(5_999)).toEqual([]);
    expect(at(6_000)).toEqual([{ field: 'firstOpensAt', bound: 'not-before 5001' }]);
  });
});
