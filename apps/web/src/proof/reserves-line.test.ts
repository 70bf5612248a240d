import { describe, expect, test } from 'vitest';
import { type ReservesPoint, reservesLine, reservesPoints } from './reserves-line.ts';

const point = (day: number, total: string, vaultBalance: string): ReservesPoint => ({
  ...{ day, currency: 'JU', total, vaultBalance, blockNumber: '7', madeAt: day },
});
const heights = (points: ReservesPoint[]) => {
  const { owed, held } = reservesLine(points);
  return { owed: owed.map(({ y }) => y), held: held.map(({ y }) => y) };
};

describe('reservesLine', () => {
  test('default: both lines share one scale from the smallest to the largest amount', () => {
    expect(heights([point(1, '100', '150'), point(2, '200', '200')])).toEqual({ owed: [1, 0], held: [0.5, 0] });
  });

  test('behavior: equal amounts are one flat line in the middle', () => {
    expect(heights([point(1, '100', '100'), point(2, '100', '100')])).toEqual({ owed: [0.5, 0.5], held: [0.5, 0.5] });
  });

  test('behavior: a shortfall is below the debt', () => {
    const { owed, held } = heights([point(1, '100', '90')]);
    expect(held[0]).toBeGreaterThan(owed[0] ?? 1);
  });

  test('behavior: one point is in the middle; zero and none are drawn too', () => {
    expect(reservesLine([point(1, '5', '5')]).owed).toEqual([{ x: 0.5, y: 0.5, index: 0 }]);
    expect(heights([point(1, '0', '0')]).owed).toHaveLength(1);
    expect(reservesLine([])).toEqual({ owed: [], held: [] });
  });

  test('behavior: amounts of 18 decimals and many digits keep their order', () => {
    const { owed } = heights([point(1, '123456789.000000000000000001', '1'), point(2, '1', '1')]);
    expect(owed).toEqual([0, 1]);
  });
});

test('reservesPoints: of one currency, the oldest first', () => {
  const roots = (day: number) => [point(day, `${day}`, '9'), { ...point(day, '0', '0'), currency: 'FMC' as const }];
  const days = [3, 2].map((day) => ({ day, roots: roots(day) }));
  expect(reservesPoints(days, 'JU').map(({ total }) => total)).toEqual(['2', '3']);
});
