import { expect, test } from 'vitest';
import { resultBars } from './result-bars.ts';

test('FMC and JU have separate scales; the height of a loss is its amount', () => {
  const days = [
    { at: 1, netJu: '-1', fmc: '500' },
    { at: 2, netJu: '4', fmc: '0' },
    { at: 3, netJu: '0', fmc: '250' },
  ];
  expect(resultBars(days)).toEqual([
    { at: 1, fmc: 1, ju: 0.25, isLoss: true },
    { at: 2, fmc: 0, ju: 1, isLoss: false },
    { at: 3, fmc: 0.5, ju: 0, isLoss: false },
  ]);
  expect(resultBars([])).toEqual([]);
});
