import { expect, test } from 'vitest';
import { fillPicture } from './fill-points.ts';

const curve = {
  opensAt: 1_000,
  endedAt: 5_000,
  closesAt: 9_000,
  quota: '1000',
  points: [
    { at: 900, filled: '100', orders: 1 },
    { at: 3_000, filled: '500', orders: 2 },
    { at: 5_000, filled: '1000', orders: 3 },
  ],
};

test('a closed round: shares of the quota from opening to end, automatic orders at the beginning', () => {
  const { points, own, durationMs } = fillPicture(curve, { now: 99_000, own: [900, 3_000] });
  expect(points).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 0.1 },
    { x: 0.5, y: 0.5 },
    { x: 1, y: 1 },
    { x: 1, y: 1 },
  ]);
  expect(own[1]).toEqual({ x: 0.5, y: 0.5 });
  expect(own[0]?.x).toBe(0);
  expect(durationMs).toBe(4_000);
});

test('an open round: until now, level since the last order', () => {
  const { points, durationMs } = fillPicture(
    { ...curve, endedAt: null, points: curve.points.slice(0, 2) },
    { now: 5_000, own: [] },
  );
  expect(points.at(-1)).toEqual({ x: 1, y: 0.5 });
  expect(durationMs).toBe(4_000);
});

test('without orders the curve is flat, and nothing divides by zero', () => {
  const { points } = fillPicture({ ...curve, endedAt: 1_000, points: [] }, { now: 1_000, own: [] });
  expect(points).toEqual([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
  ]);
});
