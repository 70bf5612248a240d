import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'performance'] });
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A clock that has had no reply yet. */
async function freshClock() {
  return import('./server-clock.ts');
}

describe('serverNow', () => {
  test('default: the server’s time, and half of the round trip', async () => {
    const { recordServerTime, serverNow } = await freshClock();
    recordServerTime(5_000_000, 200);
    expect(serverNow()).toBe(5_000_100);
    vi.advanceTimersByTime(1_500);
    expect(serverNow()).toBe(5_001_600);
  });

  test('behavior: the device’s time until the server has replied', async () => {
    const { serverNow } = await freshClock();
    expect(serverNow()).toBe(1_000_000);
  });

  test('behavior: setting the device’s clock changes nothing', async () => {
    const { recordServerTime, serverNow } = await freshClock();
    recordServerTime(5_000_000, 0);
    vi.setSystemTime(9_999_999_999);
    expect(serverNow()).toBe(5_000_000);
  });

  test('behavior: the latest reply counts', async () => {
    const { recordServerTime, serverNow } = await freshClock();
    recordServerTime(5_000_000, 0);
    recordServerTime(6_000_000, 0);
    expect(serverNow()).toBe(6_000_000);
  });
});
