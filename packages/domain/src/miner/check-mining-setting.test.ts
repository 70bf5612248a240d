import { expect, test } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { checkMiningSetting } from './check-mining-setting.ts';

const fmc = (whole: bigint) => tokenAmount(whole * 10n ** 18n);
const before = { dailyEmission: fmc(30_000n), fullHash: fmc(600n), machineLifetimeDays: 365 };

test.each([
  ['the double', { dailyEmission: fmc(60_000n), fullHash: fmc(300n), machineLifetimeDays: 1 }, []],
  ['nothing', { dailyEmission: fmc(0n), fullHash: fmc(10n ** 12n), machineLifetimeDays: 3_650 }, []],
  [
    'a unit above the double',
    { ...before, dailyEmission: tokenAmount(fmc(60_000n) + 1n) },
    [{ field: 'dailyEmission', bound: 'at-most 60000' }],
  ],
  [
    'a unit below half the full hash power',
    { ...before, fullHash: tokenAmount(fmc(300n) - 1n) },
    [{ field: 'fullHash', bound: 'between 300 1000000000000' }],
  ],
  [
    'a full hash power that no day reaches',
    { ...before, fullHash: tokenAmount(fmc(10n ** 12n) + 1n) },
    [{ field: 'fullHash', bound: 'between 300 1000000000000' }],
  ],
  ['no life', { ...before, machineLifetimeDays: 0 }, [{ field: 'machineLifetimeDays', bound: 'between 1 3650' }]],
  [
    'a life too long',
    { ...before, machineLifetimeDays: 3_651 },
    [{ field: 'machineLifetimeDays', bound: 'between 1 3650' }],
  ],
] as const)('default: %s', (_name, next, violations) => {
  expect(checkMiningSetting(next, before)).toEqual(violations);
});

test('behavior: from nothing there is a way back', () => {
  const nothing = { ...before, dailyEmission: fmc(0n) };
  expect(checkMiningSetting({ ...before, dailyEmission: fmc(10_000n) }, nothing)).toEqual([]);
  expect(checkMiningSetting({ ...before, dailyEmission: fmc(10_001n) }, nothing)).toHaveLength(1);
  const far = { ...before, fullHash: fmc(10n ** 12n) };
  expect(checkMiningSetting({ ...before, fullHash: fmc(1_000_000n) }, far)).toEqual([]);
  expect(checkMiningSetting({ ...before, fullHash: fmc(999_999n) }, far)).toHaveLength(1);
  const one = { ...before, fullHash: fmc(1n) };
  expect(checkMiningSetting({ ...before, fullHash: fmc(0n) }, one)).toHaveLength(1);
});
