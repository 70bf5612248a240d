import { expect, test } from 'vitest';
import { lineChanges, moved } from './move-entry.ts';

test('moved: by one place, not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
});

test('lineChanges: what came and what went', () => {
  expect(lineChanges(['fee 2%', 'loss 5%'], ['fee 3%', 'loss 5%'])).toEqual({ removed: ['fee 2%'], added: ['fee 3%'] });
  expect(lineChanges(['a'], ['a'])).toEqual({ removed: [], added: [] });
});
