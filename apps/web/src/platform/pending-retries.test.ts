import { expect, test } from 'vitest';
import { forgetAttempts, recordAttempt, retryDelay, usePendingRetries } from './pending-retries.ts';

test('retryDelay: doubles up to a minute, and is at least the server’s delay', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((attempts) => retryDelay(attempts))).toEqual([
    5_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
  ]);
  expect(retryDelay(1, 90_000)).toBe(90_000);
});

test('recordAttempt: counts attempts and keeps the last text, until forgotten', () => {
  recordAttempt('a', { text: 'later', retryAfterMs: 0 });
  recordAttempt('a', { text: null, retryAfterMs: 0 });
  recordAttempt('b', { text: null, retryAfterMs: 0 });
  expect(usePendingRetries.getState()['a']).toMatchObject({ attempts: 2, text: null });
  forgetAttempts('a');
  expect(Object.keys(usePendingRetries.getState())).toEqual(['b']);
});
