import { describe, expect, test } from 'vitest';
import { formatChange, formatTime, groupDigits, shortAddress, timeLeft } from './format.ts';

test('formatTime: two digits each, in the device’s time zone', () => {
  expect(formatTime(new Date(2026, 0, 5, 7, 8, 9).getTime())).toBe('2026/01/05 07:08:09');
  expect(formatTime(new Date(2026, 11, 31, 23, 59, 59).getTime())).toBe('2026/12/31 23:59:59');
});

describe('shortAddress', () => {
  test('default: first 6 and last 4', () => {
    expect(shortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266');
  });

  test('behavior: a text that would not become shorter stays as it is', () => {
    expect(shortAddress('0x12345678')).toBe('0x12345678');
    expect(shortAddress('0x123456789')).toBe('0x1234…6789');
  });
});

test.each([
  [-5, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  [1000, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  [3_599_001, { days: 0, hours: 1, minutes: 0, seconds: 0 }],
  [90_061_000, { days: 1, hours: 1, minutes: 1, seconds: 1 }],
])('timeLeft: %i ms', (milliseconds, expected) => {
  expect(timeLeft(milliseconds)).toEqual(expected);
});

test.each([
  ['1234567.891234', '1,234,567.891234'],
  ['-1000', '-1,000'],
  ['999', '999'],
  ['1000', '1,000'],
  ['0.1234567', '0.1234567'],
  ['', ''],
])('groupDigits: %j is %j', (decimal, expected) => {
  expect(groupDigits(decimal)).toBe(expected);
});

test.each([
  [null, '—'],
  [0, '0.00%'],
  [5, '+0.05%'],
  [-1234, '−12.34%'],
  [10_000, '+100.00%'],
])('formatChange: %s', (changeBps, expected) => {
  expect(formatChange(changeBps)).toBe(expected);
});
