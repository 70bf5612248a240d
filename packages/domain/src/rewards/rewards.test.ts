import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { amounts } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { ACCOUNT_KINDS, type AccountKind } from '../ledger/account-kinds.ts';
import { isTransferAllowed } from '../ledger/ledger-oracle.ts';
import { mineDay } from '../miner/mining-day.ts';
import { sumAmounts, tokenAmount } from '../money/token-amount.ts';
import { checkPoolSetting } from './check-pool-setting.ts';
import { EARNINGS_TYPES } from './earnings-types.ts';
import { ownMined, ownPoolPart } from './own-part.ts';
import { releasePool } from './release-pool.ts';

const isAccountKind = (name: string): name is AccountKind => Object.hasOwn(ACCOUNT_KINDS, name);

test('releasePool: rounded down, the rest stays in the pool', () => {
  const day = { pool: tokenAmount(1_009n), dailyReleaseBps: 1_000, weights: [1n, 0n, 3n, 10n] };
  expect(releasePool(day)).toEqual({ release: 100n, shares: [7n, 0n, 21n, 71n], left: 910n });
  expect(releasePool({ ...day, weights: [] })).toEqual({ release: 0n, shares: [], left: 1_009n });
  expect(releasePool({ ...day, weights: [0n, 0n] })).toEqual({ release: 0n, shares: [0n, 0n], left: 1_009n });
});

test('property: every unit is paid or stays', () => {
  const days = fc.record({
    pool: amounts(10n ** 24n),
    dailyReleaseBps: fc.nat(10_000),
    weights: fc.array(fc.bigInt({ min: 0n, max: 30n * 10n ** 24n }), { maxLength: 30 }),
  });
  holds(days, (day) => {
    const { release, shares, left } = releasePool(day);
    expect(sumAmounts(shares) + left).toBe(day.pool);
    expect(sumAmounts(shares)).toBeLessThanOrEqual(release);
  });
});

test('property: ownPoolPart computes what releasePool computes for everyone', () => {
  const ranked = fc.record({ rankWeight: fc.nat(30), attributed: amounts(10n ** 24n) });
  const days = fc.record({
    ...{ left: amounts(10n ** 24n), fees: amounts(10n ** 24n), releaseBps: fc.nat(10_000) },
    ranked: fc.array(ranked, { maxLength: 10 }),
  });
  holds(days, ({ left, fees, releaseBps, ranked: all }) => {
    const weights = all.map(({ rankWeight, attributed }) => attributed * BigInt(rankWeight));
    const whole = releasePool({ pool: tokenAmount(left + fees), dailyReleaseBps: releaseBps, weights });
    const sum = sumAmounts(weights.map(tokenAmount));
    const parts = all.map((own) => ownPoolPart({ left, fees, releaseBps, ...own, weights: sum }));
    expect(parts).toEqual(
      weights.map((weight, index) => (weight === 0n ? null : { release: whole.release, part: whole.shares[index] })),
    );
  });
});

test('property: ownMined computes what mineDay computes for everyone', () => {
  const limits = { dailyEmission: amounts(10n ** 24n), emissionRemaining: amounts(10n ** 24n) };
  const rates = fc.array(amounts(10n ** 24n), { minLength: 1, maxLength: 10 });
  const days = fc.record({ ...limits, fullHash: fc.bigInt(1n, 10n ** 24n).map(tokenAmount), hashRates: rates });
  holds(days, (day) => {
    const { emission, outputs } = mineDay(day);
    const all = sumAmounts(day.hashRates);
    const own = day.hashRates.slice(0, 3);
    const machines = own.map((hashRate) => ({ hashRate, count: 1 }));
    const part = sumAmounts(outputs.slice(0, 3));
    expect(ownMined({ ...day, networkHashRate: all, machines })).toEqual(
      sumAmounts(own) === 0n ? null : { emission, part },
    );
  });
});

test('ownMined, ownPoolPart: parts above the whole are none', () => {
  const one = tokenAmount(1n);
  const mined = { dailyEmission: one, fullHash: one, emissionRemaining: one, networkHashRate: one };
  expect(ownMined({ ...mined, machines: [{ hashRate: one, count: 2 }] })).toBeNull();
  const pool = { left: one, fees: one, releaseBps: 10_000, attributed: one, weights: one };
  expect(ownPoolPart({ ...pool, rankWeight: 2 })).toBeNull();
  expect(ownPoolPart({ ...pool, rankWeight: 1 })).toEqual({ release: 2n, part: 2n });
});

test('every earnings type is paid by a transfer from its source to the available balance in its currency', () => {
  const sources = Object.keys(ACCOUNT_KINDS).filter(isAccountKind);
  for (const { transfer, currency, source } of Object.values(EARNINGS_TYPES)) {
    const from = sources.filter((account) =>
      isTransferAllowed({ kind: transfer, from: account, to: 'available', currency }),
    );
    expect(from).toEqual([source]);
  }
});

const BOUND = 'at-most-doubled 5000 1000';

test.each([
  ['doubled', { nodesReleaseBps: 4_000, levelsReleaseBps: 0 }, []],
  ['more than doubled', { nodesReleaseBps: 4_001, levelsReleaseBps: 0 }, [{ field: 'nodesReleaseBps', bound: BOUND }]],
  ['more than half', { nodesReleaseBps: 1, levelsReleaseBps: 5_001 }, [{ field: 'levelsReleaseBps', bound: BOUND }]],
] as const)('checkPoolSetting: %s', (_name, next, violations) => {
  expect(checkPoolSetting(next, { nodesReleaseBps: 2_000, levelsReleaseBps: 3_000 })).toEqual(violations);
});

test('checkPoolSetting: from nothing there is a way back', () => {
  const nothing = { nodesReleaseBps: 0, levelsReleaseBps: 0 };
  expect(checkPoolSetting({ nodesReleaseBps: 1_000, levelsReleaseBps: 1_000 }, nothing)).toEqual([]);
});
