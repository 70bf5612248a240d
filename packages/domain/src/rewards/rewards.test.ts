import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { amounts } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { ACCOUNT_KINDS, type AccountKind } from '../ledger/account-kinds.ts';
import { isTransferAllowed } from '../ledger/ledger-oracle.ts';
import { sumAmounts, tokenAmount } from '../money/token-amount.ts';
import { checkPoolSetting } from './check-pool-setting.ts';
import { EARNINGS_TYPES } from './earnings-types.ts';
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
