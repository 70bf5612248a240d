import { expect, test } from 'vitest';
import { beadsOf } from './beads.ts';
import type { Direct } from './network.ts';

const direct = (own: string, team = '0'): Direct => ({
  address: `0x${own.padStart(40, '1')}`,
  joinedAt: 0,
  nodeType: 'none',
  teamLevel: 0,
  ownPerformance: own,
  teamPerformance: team,
  earnedForMe: '0',
});

test('default: a bead’s area is the performance of its leg; marks the largest leg', () => {
  const [one, two, three] = beadsOf([direct('100', '300.5'), direct('100.125'), direct('0')]);
  expect([one?.leg, one?.isLargest, two?.leg, two?.isLargest]).toEqual(['400.5', true, '100.125', false]);
  const area = (bead: typeof one) => ((bead?.size ?? 0) - (three?.size ?? 0)) ** 2;
  expect(area(two) / area(one)).toBeCloseTo(0.25, 3);
  expect([one?.x, one?.y]).toEqual([50, 7]);
});

test('behavior: without any performance no leg is the largest', () => {
  expect(beadsOf([direct('0'), direct('0')]).map(({ isLargest }) => isLargest)).toEqual([false, false]);
  expect(beadsOf([])).toEqual([]);
});

test.each([1, 15, 16, 30])('behavior: %i beads are inside the square and do not overlap', (count) => {
  const beads = beadsOf(Array.from({ length: count }, () => direct('5')));
  for (const [index, { x, y, size }] of beads.entries()) {
    expect(Math.min(x, y) - size / 2).toBeGreaterThan(0);
    expect(Math.max(x, y) + size / 2).toBeLessThan(100);
    for (const other of beads.slice(index + 1)) {
      // A tenth of the width of a phone's hero: three quarters of a finger's 44 pixels.
      expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(10);
    }
  }
});
