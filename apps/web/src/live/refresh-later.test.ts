import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresher } from './refresh-later.ts';

const HOME = ['home'];
const CITIES = ['cities'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Creates a refresher whose random part is `random` of the whole, and the list of its invalidations. */
function refresherOf({ afterMs, random }: { readonly afterMs: number; readonly random: number }) {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const invalidated: unknown[] = [];
  return { invalidated, refresh: createRefresher({ afterMs, invalidate: (key) => void invalidated.push(key) }) };
}

test('default: invalidates keys named by several calls once, within the time over which pages are spread', () => {
  const { refresh, invalidated } = refresherOf({ afterMs: 0, random: 0.5 });
  refresh([]);
  refresh([HOME, CITIES]);
  vi.advanceTimersByTime(300);
  refresh([HOME]);
  expect(invalidated).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(invalidated).toEqual([HOME, CITIES]);
  vi.advanceTimersByTime(5_000);
  expect(invalidated).toHaveLength(2);
});

test('behavior: fetches no query while its reply may be older than the last event that names it', () => {
  const { refresh, invalidated } = refresherOf({ afterMs: 500, random: 0 });
  refresh([HOME]);
  vi.advanceTimersByTime(400);
  refresh([CITIES]);
  expect(invalidated).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(invalidated).toEqual([HOME]);
  vi.advanceTimersByTime(399);
  expect(invalidated).toEqual([HOME]);
  vi.advanceTimersByTime(1);
  expect(invalidated).toEqual([HOME, CITIES]);
});
