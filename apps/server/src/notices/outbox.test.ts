import { expect, test } from 'vitest';
import { retrySeconds } from './outbox.ts';

test('the pause doubles with each attempt, up to an hour', () => {
  expect([1, 2, 3, 20].map((attempts) => retrySeconds(attempts, null))).toEqual([30, 60, 120, 3600]);
  expect(retrySeconds(1, 999_999)).toBe(3600);
  expect(retrySeconds(1, 0)).toBe(1);
});
