import { expect, test } from 'vitest';
import { durationParts, percentText } from './format-terms.ts';

test('percentText', () => {
  expect([0, 5, 12, 100, 250, 10_000].map(percentText)).toEqual(['0%', '0.05%', '0.12%', '1%', '2.5%', '100%']);
});

test('durationParts: omits zeros', () => {
  expect(durationParts(90_061_000).map(({ unit, count }) => `${count} ${unit}`)).toEqual([
    '1 days',
    '1 hours',
    '1 minutes',
    '1 seconds',
  ]);
  expect(durationParts(2_592_000_000)).toEqual([{ unit: 'days', count: 30 }]);
  expect(durationParts(999)).toEqual([{ unit: 'seconds', count: 0 }]);
});
