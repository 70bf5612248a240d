import { describe, expect, test } from 'vitest';
import { SAMPLE_TERMS } from '../../testing/sample-terms.ts';
import { tokenAmount } from '../money/token-amount.ts';
import { comparePlans } from './compare-plans.ts';
import { type PhasePlan, PLAN_FIELDS } from './phase-plan.ts';
import { PLAN_TERM_FIELDS, type PlanTerms } from './terms.ts';

const last: PhasePlan = {
  city: 'Linz',
  phase: 1,
  firstOpensAt: 1_000,
  windowMs: 500,
  gapMs: 100,
  rounds: 3,
  firstQuota: tokenAmount(1_000n),
  growthBps: 1_000,
  terms: { ...SAMPLE_TERMS, walletMaximum: tokenAmount(100n), stageDelaysMs: [0, 1_000, 2_000] },
};

type Parts = Omit<Partial<PhasePlan>, 'terms'> & { readonly terms?: Partial<PlanTerms> };

const found = (parts: Parts, base = last) =>
  comparePlans(base, { ...base, ...parts, terms: { ...base.terms, ...parts.terms } }).map(
    ({ field, direction }) => `${field} ${direction}`,
  );
const amount = (units: bigint) => tokenAmount(units);

describe('comparePlans', () => {
  test('default: an equal plan differs in nothing', () => expect(found({})).toEqual([]));

  test.each<[Parts, Parts, string]>([
    [{ windowMs: 501 }, { windowMs: 499 }, 'windowMs'],
    [{ firstQuota: amount(999n) }, { firstQuota: amount(1_001n) }, 'firstQuota'],
    [{ growthBps: 999 }, { growthBps: 1_001 }, 'growthBps'],
    [{ terms: { minimum: amount(9n) } }, { terms: { minimum: amount(11n) } }, 'minimum'],
    [{ terms: { walletMaximum: amount(101n) } }, { terms: { walletMaximum: amount(99n) } }, 'walletMaximum'],
    [{ terms: { lateBps: 999 } }, { terms: { lateBps: 1_001 } }, 'lateBps'],
    [{ terms: { mintFeeBps: 99 } }, { terms: { mintFeeBps: 101 } }, 'mintFeeBps'],
    [{ terms: { lossBps: 299 } }, { terms: { lossBps: 301 } }, 'lossBps'],
    [{ terms: { mintAmount: amount(5_001n) } }, { terms: { mintAmount: amount(4_999n) } }, 'mintAmount'],
    [{ terms: { treasuryBps: 999 } }, { terms: { treasuryBps: 1_001 } }, 'treasuryBps'],
    [{ terms: { reserveDrawBps: 5_001 } }, { terms: { reserveDrawBps: 4_999 } }, 'reserveDrawBps'],
    [{ terms: { compensationTimesBps: 20_001 } }, { terms: { compensationTimesBps: 19_999 } }, 'compensationTimesBps'],
    [
      { terms: { stageDelaysMs: [0, 999, 2_000] } },
      { terms: { stageDelaysMs: [0, 1_001, 2_000] } },
      'secondStageDelayMs',
    ],
    [
      { terms: { stageDelaysMs: [0, 1_000, 1_999] } },
      { terms: { stageDelaysMs: [0, 1_000, 2_001] } },
      'thirdStageDelayMs',
    ],
  ])('behavior: %o is better, %o is worse', (better, worse, field) => {
    expect(found(better)).toEqual([`${field} better`]);
    expect(found(worse)).toEqual([`${field} worse`]);
  });

  test('behavior: no maximum per wallet is more than any', () => {
    const none = { ...last, terms: { ...last.terms, walletMaximum: amount(0n) } };
    expect(found({ terms: { walletMaximum: amount(0n) } })).toEqual(['walletMaximum better']);
    expect(found({ terms: { walletMaximum: amount(10n ** 60n) } }, none)).toEqual(['walletMaximum worse']);
  });

  test('behavior: of a share that moves between participants someone is worse off, whichever way it moves', () => {
    for (const field of ['referralBps', 'nodesBps', 'levelsBps'] as const) {
      for (const share of [1, 1_999, 4_000]) {
        expect(found({ terms: { [field]: share } })).toEqual([`${field} worse`]);
      }
    }
  });

  test('behavior: FMC that is paid later is worse', () => {
    expect(found({ terms: { stageBps: [3_999, 3_001, 3_000] } })).toEqual([
      'firstStageBps worse',
      'secondStageBps neutral',
    ]);
    expect(found({ terms: { stageBps: [4_000, 3_001, 2_999] } })).toEqual([
      'secondStageBps neutral',
      'thirdStageBps better',
    ]);
  });

  test('behavior: which phase, when and how often is neutral', () => {
    const neutral = { phase: 2, firstOpensAt: 9_000, gapMs: 0, rounds: 9 };
    expect(found(neutral)).toEqual(Object.keys(neutral).map((field) => `${field} neutral`));
  });

  test('behavior: no field of a plan is left out, but for the city', () => {
    const changed = found({
      ...{ phase: 2, firstOpensAt: 2, windowMs: 2, gapMs: 2, rounds: 2, firstQuota: amount(2n), growthBps: 2 },
      terms: {
        ...{ minimum: amount(2n), walletMaximum: amount(2n), lateBps: 2, mintFeeBps: 2, mintAmount: amount(2n) },
        ...{ stageBps: [2, 2, 9_996], referralBps: 2, nodesBps: 2, levelsBps: 2, treasuryBps: 2, lossBps: 2 },
        ...{ reserveDrawBps: 2, compensationTimesBps: 2, stageDelaysMs: [0, 2, 3] },
      },
    });
    // Of three stages each, the first delay is always 0: five fields in place of two.
    const fields = Object.keys(PLAN_FIELDS).length - 1 + Object.keys(PLAN_TERM_FIELDS).length + 3;
    expect(changed).toHaveLength(fields);
  });
});
