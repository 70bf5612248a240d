import { describe, expect, test } from 'vitest';
import { balanceBounds, balanceLine } from './balance-line.ts';

test('balanceBounds: returns thirty days up to today, and the next midnight', () => {
  const now = new Date(2026, 10, 22, 14, 30).getTime();
  const bounds = balanceBounds(now);
  expect(bounds).toHaveLength(31);
  expect(bounds[0]).toBe(new Date(2026, 9, 24).getTime());
  expect(bounds.at(-1)).toBe(new Date(2026, 10, 23).getTime());
  // The bounds are the same all day, so the query keeps its key.
  expect(balanceBounds(now + 3_600_000)).toEqual(bounds);
});

describe('balanceLine', () => {
  const reply = (...ju: string[]) => ({ points: ju.map((value, at) => ({ at, JU: value, FMC: '0' })) });

  test('default: returns each day, and the change to the unit', () => {
    expect(balanceLine(reply('0.000000000000000001', '5', '12.5'), 'JU')).toEqual({
      points: [
        { at: 0, value: '0.000000000000000001' },
        { at: 1, value: '5' },
        { at: 2, value: '12.5' },
      ],
      change: '12.499999999999999999',
    });
  });

  test('behavior: a decrease has a minus sign', () => {
    expect(balanceLine(reply('10', '2.5'), 'JU')?.change).toBe('-7.5');
  });

  test('behavior: returns no line for only zeros; a spent balance has one', () => {
    expect(balanceLine(reply('0', '1'), 'FMC')).toBeNull();
    expect(balanceLine(reply('3', '0'), 'JU')?.change).toBe('-3');
  });
});
