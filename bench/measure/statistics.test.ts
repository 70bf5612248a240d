import { describe, expect, test } from 'vitest';
import { median, percentile, repeat, roundTo, spreadOf } from './statistics.ts';

const hundred = Array.from({ length: 100 }, (_unused, index) => 100 - index);

describe('percentile', () => {
  test.each([
    [0, 1],
    [0.5, 51],
    [0.99, 100],
    [1, 100],
  ])('default: the share %d of 1 to 100, in any order', (share, expected) => {
    expect(percentile(hundred, share)).toBe(expected);
  });

  test('behavior: numbers are compared as numbers, and the argument is not sorted', () => {
    const values = [10, 9, 100];
    expect(percentile(values, 0.5)).toBe(10);
    expect(values).toEqual([10, 9, 100]);
  });

  test('behavior: 0 without values', () => {
    expect(percentile([], 0.99)).toBe(0);
  });
});

test('median: the middle value, the upper one of two', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([1, 2])).toBe(2);
});

test('roundTo: a number, not a text', () => {
  expect(roundTo(1.2351, 2)).toBe(1.24);
  expect(roundTo(12, 2)).toBe(12);
});

test('spreadOf: how far repeated figures lie apart', () => {
  expect(spreadOf([110, 90, 100])).toEqual({ repetitions: 3, median: 100, lowest: 90, highest: 110, percent: 20 });
  expect(spreadOf([1.26], 1)).toEqual({ repetitions: 1, median: 1.3, lowest: 1.3, highest: 1.3, percent: 0 });
  expect(spreadOf([])).toMatchObject({ repetitions: 0, percent: 0 });
});

test('repeat: one after the other, in order', async () => {
  let running = 0;
  const figures = await repeat(3, async (turn) => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    return turn;
  });
  expect(figures).toEqual([0, 1, 2]);
});
