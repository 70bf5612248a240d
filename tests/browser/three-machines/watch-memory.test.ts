import { expect, test } from 'vitest';
import { findGrowing } from './watch-memory.ts';

const minutes = (memory: readonly number[]) =>
  memory.map((mib) => ({ joins: 1, p50: 1, p99: 1, memory: { 'one api': mib, 'one ops': 90 } }));

test('too few minutes', () => {
  expect(() => findGrowing(minutes([90, 120]))).toThrow('2 minutes');
});

test.each([
  ['flat', [90, 120, 120, 121, 119, 122, 120, 121, 120], []],
  ['more at first', [40, 80, 120, 121, 119, 122, 120, 121, 120], []],
  ['one garbage collection later', [90, 120, 120, 121, 119, 122, 120, 190, 120], []],
  ['growing', [90, 100, 110, 120, 130, 140, 150, 160, 170], ['one api']],
  ['growing from little, by little', [9, 9, 10, 10, 11, 12, 13, 14, 14], []],
])('memory that is %s', (_name, memory, growing) => {
  expect(findGrowing(minutes(memory))).toEqual(growing);
});
