import { phasePlanOf } from '@city-mint/api-contract/rounds/published-plan';
import { tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { nextRound } from '@city-mint/domain/rounds/phase-plan';
import { describe, expect, test } from 'vitest';
import {
  reserveChangeToWire,
  reserveToWire,
  roundToWire,
  storedId,
  teamThresholdsOf,
  thresholdsToWire,
} from './wire.ts';

const UNIT = 10n ** 18n;
const units = (amount: bigint) => tokenAmount(amount * UNIT);

const planFields = {
  city: 'London',
  phase: 1,
  firstOpensAt: 1_000,
  windowMs: 500,
  gapMs: 100,
  rounds: 3,
  firstQuota: units(1_000n),
  growthBps: 1_000,
  minimum: units(10n),
  walletMaximum: ZERO,
  lateBps: 1_000,
  mintFeeBps: 100,
  lossBps: 300,
  mintAmount: units(5_000n),
  firstStageBps: 4_000,
  secondStageBps: 3_500,
  thirdStageBps: 2_500,
  secondStageDelayMs: 60_000,
  thirdStageDelayMs: 120_000,
  referralBps: 3_000,
  nodesBps: 2_000,
  levelsBps: 2_000,
  treasuryBps: 1_000,
  reserveDrawBps: 5_000,
  compensationTimesBps: 20_000,
};
const thresholdFields = {
  personalJoinedDirects: 1,
  personalTeamPerformance: units(10n),
  communityJoinedDirects: 5,
  communityTeamPerformance: units(100n),
  superJoinedDirects: 10,
  superTeamPerformance: units(1_000n),
  level1: units(1n),
  level2: units(2n),
  level3: units(3n),
  level4: units(4n),
  level5: units(5n),
};

function firstRoundOf(plan: ReturnType<typeof phasePlanOf>) {
  const next = nextRound(plan, null);
  if (next.kind !== 'round') throw new Error('the plan has no round');
  return next.terms;
}
const terms = firstRoundOf(phasePlanOf(planFields));
const round = {
  roundId: 11n,
  cityId: 3n,
  state: 'open',
  terms,
  termsHash: '0xaa',
  closesAt: new Date(1_700),
  pausedSince: new Date(1_200),
  filled: units(250n),
  orders: 4,
  nextPhaseTime: null,
  settledAt: null,
  outcome: null,
  endedAt: null,
  cancellation: null,
} as const;

describe('storedId', () => {
  test.each([
    ['1', 1n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['9223372036854775808', 0n],
    ['9999999999999999999', 0n],
  ])('default: %s is row %s', (text, id) => expect(storedId(text)).toBe(id));
});

describe('phasePlanOf', () => {
  test('default: stages and delays become lists, and the first stage is paid immediately', () => {
    const plan = phasePlanOf(planFields);
    expect(plan.terms.stageBps).toEqual([4_000, 3_500, 2_500]);
    expect(plan.terms.stageDelaysMs).toEqual([0, 60_000, 120_000]);
    expect(plan).toMatchObject({ city: 'London', firstQuota: units(1_000n), growthBps: 1_000, rounds: 3 });
  });

  test('behavior: the terms have the fields of every round, and none of the plan', () => {
    const names = Object.keys(phasePlanOf(planFields).terms);
    for (const name of ['city', 'phase', 'firstQuota', 'firstStageBps', 'thirdStageDelayMs'])
      expect(names).not.toContain(name);
    expect(names).toEqual(expect.arrayContaining(['lossBps', 'walletMaximum', 'compensationTimesBps']));
    expect(terms).toMatchObject({ number: 1, opensAt: 1_000, closesAt: 1_500, quota: units(1_000n) });
  });
});

describe('thresholds', () => {
  test('default: maps each field', () => {
    const { node, level } = teamThresholdsOf(thresholdFields);
    expect(node).toEqual({
      personal: { joinedDirects: 1, teamPerformance: units(10n) },
      community: { joinedDirects: 5, teamPerformance: units(100n) },
      super: { joinedDirects: 10, teamPerformance: units(1_000n) },
    });
    expect(Object.values(level)).toEqual([1n, 2n, 3n, 4n, 5n].map(units));
  });

  test('behavior: in wire form they have the request’s names again, amounts in whole units', () => {
    const wire = thresholdsToWire(teamThresholdsOf(thresholdFields));
    expect(Object.keys(wire)).toEqual(Object.keys(thresholdFields));
    expect(wire).toMatchObject({ superJoinedDirects: 10, superTeamPerformance: '1000', level5: '5' });
  });
});

describe('rounds and the reserve', () => {
  test('default: returns a round for the operators’ list', () => {
    const listed = { ...terms, ...round, planId: 2n, opensAt: new Date(1_000), unreadable: false };
    expect(roundToWire(listed, new Date(1_300))).toEqual({
      suspendedSince: 1_300,
      roundId: '11',
      city: 'London',
      phase: 1,
      number: 1,
      state: 'open',
      opensAt: 1_000,
      closesAt: 1_700,
      pausedSince: 1_200,
      quota: '1000',
      filled: '250',
      orders: 4,
      outcome: null,
      unreadable: false,
    });
  });

  test('default: returns the reserve with the sum of the losses of all rounds', () => {
    const coverage = { round, maximumLoss: units(30n), budget: units(5n), coverageBps: 1_666 };
    const wire = reserveToWire({ balance: units(10n), rounds: [coverage, { ...coverage, maximumLoss: units(12n) }] });
    expect(wire).toMatchObject({ balance: '10', maximumLoss: '42' });
    expect(wire.rounds[0]).toEqual({
      roundId: '11',
      city: 'London',
      phase: 1,
      number: 1,
      state: 'open',
      quota: '1000',
      filled: '250',
      maximumLoss: '30',
      budget: '5',
      coverageBps: 1_666,
    });
    expect(reserveToWire({ balance: ZERO, rounds: [] })).toEqual({ balance: '0', maximumLoss: '0', rounds: [] });
  });

  test.each([
    [units(5n), ZERO, '5'],
    [ZERO, units(5n), '-5'],
    [units(2n), units(2n), '0'],
  ])('behavior: a change that added %s and removed %s is %s net', (added, taken, net) => {
    const key = { atUs: 1_999n, code: 2n, id: 11n };
    const minted = { roundId: 11n, city: 'London', phase: 1, number: 1 };
    const change = { key, kind: 'minted', added, taken, round: minted, reason: null } as const;
    expect(reserveChangeToWire(change)).toMatchObject({ at: 1, kind: 'minted', net, round: { roundId: '11' } });
    expect(reserveChangeToWire({ ...change, round: null, reason: 'top up' })).toMatchObject({
      round: null,
      reason: 'top up',
    });
  });
});
