import { expect, test } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { checkMiningSetting } from './check-mining-setting.ts';

const fmc = (whole: bigint) => tokenAmount(whole * 10n ** 18n);
const before = { dailyEmission: fmc(30_000n), machineLifetimeDays: 365 };

test.each([
  ['the double', { dailyEmission: fmc(60_000n), machineLifetimeDays: 1 }, []],
  ['nothing', { dailyEmission: fmc(0n), machineLifetimeDays: 3_650 }, []],
  [
    'a unit above the double',
    { dailyEmission: tokenAmount(fmc(60_000n) + 1n), machineLifetimeDays: 365 },
    [{ field: 'dailyEmission', bound: 'at most 60000' }],
  ],
  ['no life', { ...before, machineLifetimeDays: 0 }, [{ field: 'machineLifetimeDays', bound: '1–3650' }]],
  ['a life too long', { ...before, machineLifetimeDays: 3_651 }, [{ field: 'machineLifetimeDays', bound: '1–3650' }]],
] as const)('default: %s', (_name, next, violations) => {
  expect(checkMiningSetting(next, before)).toEqual(violations);
});

test('behavior: from nothing there is a way back', () => {
  const nothing = { ...before, dailyEmission: fmc(0n) };
  expect(checkMiningSetting({ ...before, dailyEmission: fmc(10_000n) }, nothing)).toEqual([]);
  expect(checkMiningSetting({ ...before, dailyEmission: fmc(10_001n) }, nothing)).toHaveLength(1);
});
