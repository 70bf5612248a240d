import { expect, test } from 'vitest';
import { WORLD_DOTS } from './generated/world-dots.ts';
import { COLUMNS, dotCentre, mapPoint, ROWS } from './map-grid.ts';

function isLand(latitude: number, longitude: number): boolean {
  const { x, y } = mapPoint({ latitude, longitude });
  const index = Math.floor(y) * COLUMNS + Math.floor(x);
  return ((atob(WORLD_DOTS).charCodeAt(index >> 3) >> (index & 7)) & 1) === 1;
}

test('the centre of a dot is where the map draws it', () => {
  const { x, y } = mapPoint(dotCentre(5 * COLUMNS + 7));
  expect(x).toBeCloseTo(7.5);
  expect(y).toBeCloseTo(5.5);
});

test('the dots are those of the earth', () => {
  expect(atob(WORLD_DOTS)).toHaveLength((COLUMNS * ROWS) / 8);
  expect(isLand(52, -1.5)).toBe(true);
  expect(isLand(35, 105)).toBe(true);
  expect(isLand(-25, 135)).toBe(true);
  expect(isLand(0, -30)).toBe(false);
  expect(isLand(30, -150)).toBe(false);
});
