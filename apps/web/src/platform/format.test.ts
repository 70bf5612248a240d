import { beforeAll, expect, test, vi } from 'vitest';
import { compactDecimal, formatChange, formatPrice, formatRange, formatTime, timeLeft } from './format.ts';

beforeAll(() => vi.stubEnv('SSR', false));

test('formatTime: uses two digits each, in the device’s time zone', () => {
  expect(formatTime(new Date(2026, 0, 5, 7, 8, 9).getTime())).toBe('2026/01/05 07:08:09');
  expect(formatTime(new Date(2026, 11, 31, 23, 59, 59).getTime())).toBe('2026/12/31 23:59:59');
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
  [null, '—'],
  [0, '0.00%'],
  [5, '+0.05%'],
  [-1234, '−12.34%'],
  [10_000, '+100.00%'],
])('formatChange: %s', (changeBps, expected) => {
  expect(formatChange(changeBps)).toBe(expected);
});

test.each([
  ['9999999.9', null, null],
  ['10000000', '1000万', '10M'],
  ['12345678.9', '1234.56万', '12.34M'],
  ['123456789', '1.23亿', '123.45M'],
  ['-123456789', '-1.23亿', '-123.45M'],
  ['1000000000000', '1万亿', '1T'],
])('compactDecimal: %s is %s and %s', (decimal, zh, en) => {
  expect(compactDecimal(decimal, 'zh')).toBe(zh);
  expect(compactDecimal(decimal, 'en')).toBe(en);
});

test.each([
  ['id', /^123,45\sjt$/],
  ['vi', /^123,45\sTr$/],
  ['hi', /^12\.34\sक॰$/],
  ['zh-HK', /^123\.45M$/],
])('compactDecimal: %s has its own unit and decimal separator, and the digits of all amounts', (locale, text) => {
  expect(compactDecimal('123456789', locale)).toMatch(text);
});

test.each([
  ['0.000000123', '0.000000123'],
  ['0.00000012345678', '0.0000001234'],
  ['0.123456789', '0.1234'],
  ['1.23456', '1.2345'],
  ['1234.5', '1,234.5'],
  ['0', '0'],
  ['3', '3'],
])('formatPrice: %s is %s', (price, text) => {
  expect(formatPrice(price)).toBe(text);
});

test('formatRange: shows minutes, and the end’s day only if it differs', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5, 30).getTime();
  expect(formatRange(at(20, 10), at(20, 11))).toBe('11/20 10:05 – 11:05');
  expect(formatRange(at(20, 10), at(21, 11))).toBe('11/20 10:05 – 11/21 11:05');
  expect(formatRange(at(20, 10), at(51, 11))).toBe('11/20 10:05 – 12/21 11:05');
  expect(formatRange(at(20, 10), at(62, 11))).toBe('2026/11/20 10:05 – 2027/01/01 11:05');
});
