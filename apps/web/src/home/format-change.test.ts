import { expect, test } from 'vitest';
import { formatChange } from './format-change.ts';

test.each([
  [null, '—'],
  [0, '0.00%'],
  [5, '+0.05%'],
  [-1234, '−12.34%'],
  [10_000, '+100.00%'],
])('%s', (bps, text) => {
  expect(formatChange(bps)).toBe(text);
});
