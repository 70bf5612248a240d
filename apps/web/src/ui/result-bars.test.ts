import { describe, expect, test } from 'vitest';
import { resultCharts } from './result-bars.ts';

const DAYS = [
  { at: 1, netJu: '-4', fmc: '500' },
  { at: 2, netJu: '4', fmc: '0' },
  { at: 3, netJu: '-2', fmc: '250' },
];

describe('resultCharts', () => {
  test('draws each currency on a separate scale', () => {
    const { fmc, ju } = resultCharts(DAYS);
    expect(fmc.bars.map(({ height }) => height)).toEqual([1, 0, 0.5]);
    expect(ju.bars.map(({ height }) => height)).toEqual([0.5, 0.5, 0.25]);
    expect(ju.bars.map(({ isLoss }) => isLoss)).toEqual([true, false, true]);
  });

  test('draws gains and losses of a currency on one scale', () => {
    const { ju, fmc } = resultCharts(DAYS);
    expect([ju.up, ju.down]).toEqual([0.5, 0.5]);
    expect([fmc.up, fmc.down]).toEqual([1, 0]);
    const losses = resultCharts([{ at: 1, netJu: '-2', fmc: '0' }]).ju;
    expect([losses.up, losses.down, losses.bars[0]?.height]).toEqual([0, 1, 1]);
  });

  test('names each of a few bars; of many the largest gain and the largest loss', () => {
    const named = (count: number) =>
      resultCharts(Array.from({ length: count }, (_day, index) => ({ at: index, netJu: String(index - 2), fmc: '1' })))
        .ju.bars.filter(({ isNamed }) => isNamed)
        .map(({ amount }) => amount);
    expect(named(4)).toEqual(['-2', '-1', '1']);
    expect(named(9)).toEqual(['-2', '6']);
  });

  test('draws nothing for a currency without a result', () => {
    expect(resultCharts([{ at: 1, netJu: '0', fmc: '0' }])).toMatchObject({ fmc: { bars: [] }, ju: { bars: [] } });
    expect(resultCharts([]).fmc.bars).toEqual([]);
  });
});
