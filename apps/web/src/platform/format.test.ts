import { expect, test } from 'vitest';
import { formatTime } from './format-time.ts';
import { shortAddress } from './short-address.ts';
import { timeLeft } from './time-left.ts';

test('formatTime: the spec’s form', () => {
  expect(formatTime(new Date(2026, 0, 5, 7, 8, 9).getTime())).toBe('2026/01/05 07:08:09');
});

test('shortAddress: first 6 and last 4', () => {
  expect(shortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266');
});

test.each([
  [-5, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  [1000, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  [90_061_000, { days: 1, hours: 1, minutes: 1, seconds: 1 }],
])('timeLeft: %i ms', (milliseconds, expected) => {
  expect(timeLeft(milliseconds)).toEqual(expected);
});
