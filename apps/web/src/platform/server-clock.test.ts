import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'performance'] });
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a clock without a reply so far. */
async function freshClock() {
  return import('./server-clock.ts');
}

describe('serverNow', () => {
  test('default: returns the server’s time plus half of the round trip', async () => {
    const { recordServerTime, serverNow } = await freshClock();
    recordServerTime(5_000_000, 200);
    expect(serverNow()).toBe(5_000_100);
    vi.advanceTimersByTime(1_500);
    expect(serverNow()).toBe(5_001_600);
  });

  test('behavior: returns the device’s time until the server has replied', async () => {
    const { serverNow } = await freshClock();
    expect(serverNow()).toBe(1_000_000);
  });

  test('behavior: ignores changes of the device’s clock', async () => {
    const { recordServerTime, serverNow } = await freshClock();
    recordServerTime(5_000_000, 0);
    vi.setSystemTime(9_999_999_999);
    expect(serverNow()).toBe(5_000_000);
  });

  test('behavior: uses the latest reply', async () => {
    const { recordServerTime, serverNow } = await freshClock();
    recordServerTime(5_000_000, 0);
    recordServerTime(6_000_000, 0);
    expect(serverNow()).toBe(6_000_000);
  });
});
