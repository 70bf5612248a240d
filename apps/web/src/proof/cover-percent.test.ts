import { expect, test } from 'vitest';
import { coverPercent } from './cover-percent.ts';

test.each([
  ['100', '100', { bps: 10_000, text: '100%' }],
  ['150', '100', { bps: 10_000, text: '150%' }],
  ['99.999999999999999999', '100', { bps: 9_999, text: '99.9%' }],
  ['0', '100', { bps: 0, text: '0%' }],
  ['5', '0', { bps: 10_000, text: '100%' }],
])('default: %s held of %s owed', (vaultBalance, total, expected) => {
  expect(coverPercent({ vaultBalance, total })).toEqual(expected);
});

test('behavior: returns no percentage for malformed amounts', () => {
  expect(coverPercent({ vaultBalance: 'x', total: '1' })).toEqual({ bps: 0, text: '—' });
});
