import { expect, test } from 'vitest';
import { type Bound, describeBound, parseBound } from './bound.ts';

const BOUNDS: readonly (readonly [Bound, string])[] = [
  ['name', 'a name'],
  ['whole 1', 'a whole number from 1'],
  ['whole 0 10000', 'a whole number from 0 to 10000'],
  ['above 0', 'above 0'],
  ['between 1 3650', 'from 1 to 3650'],
  ['at-most 0.5', 'at most 0.5'],
  ['at-least-field level4', 'at least level4'],
  ['at-most-doubled 5000 1000', 'from 0 to 5000, and above 1000 at most doubled'],
  ['rising', 'rising from 0'],
];

test.each(BOUNDS)('default: %s is said as "%s"', (bound, text) => {
  expect(describeBound(bound)).toBe(text);
});

test.each(['', 'whole', 'whole 1 2 3', 'name 1', 'at-most', 'at-most ', '5000', 'constructor', '2026-01-01 10:00'])(
  'limit: %o is no bound',
  (text) => {
    expect(parseBound(text)).toBeUndefined();
  },
);
