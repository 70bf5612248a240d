import { expect, test } from 'vitest';
import { isLate, lateMs } from './late-orders.ts';

const terms = { opensAt: 1_000, closesAt: 11_005, lateBps: 1_000 };

test('lateMs is the last share of the planned window, rounded down', () => {
  expect(lateMs(terms)).toBe(1_000);
  expect(lateMs({ ...terms, lateBps: 0 })).toBe(0);
  expect(lateMs({ ...terms, lateBps: 5_000 })).toBe(5_002);
});

test('isLate goes by the end of the window as it is known at the moment', () => {
  const at = (time: number, closesAt = terms.closesAt) => isLate(terms, { closesAt, at: time });
  expect([at(10_004), at(10_005), at(11_004)]).toEqual([false, true, true]);
  // A pause moved the end by an hour: the last part moves with it and is no longer than before.
  expect([at(10_005, 3_611_005), at(3_610_004, 3_611_005), at(3_610_005, 3_611_005)]).toEqual([false, false, true]);
  expect(isLate({ ...terms, lateBps: 0 }, { closesAt: terms.closesAt, at: 11_004 })).toBe(false);
});
