import type { CallRate } from '@city-mint/api-contract/endpoint';
import { describe, expect, test } from 'vitest';
import { createRateLimiter, NO_LIMITS, type RateLimits } from './rate-limiter.ts';

const LIMITS: RateLimits = {
  perAddress: 100,
  perMinuteOf: { read: 6, write: 3, join: 0, money: 1, heavy: 2, 'sign-in': 2 },
};
const called = (rate: CallRate, route = '/route') => ({ route, rate });

function limiterAt(limits: RateLimits = LIMITS) {
  let nowMs = 0;
  const limiter = createRateLimiter(limits, () => nowMs);
  return {
    limiter,
    passMs: (ms: number) => {
      nowMs += ms;
    },
  };
}

/** The number of calls before the first refusal. */
function allowed(call: () => unknown): number {
  for (let made = 0; made < 1_000; made += 1) if (call() !== null) return made;
  return Number.POSITIVE_INFINITY;
}

describe('createRateLimiter', () => {
  test.each<[CallRate, number]>([
    ['read', 6],
    ['write', 3],
    ['money', 1],
    ['heavy', 2],
    ['join', Number.POSITIVE_INFINITY],
  ])("default: a wallet may make a minute's calls of the class %s in a burst: %s", (rate, count) => {
    const { limiter } = limiterAt();
    expect(allowed(() => limiter.ofWallet('1', called(rate)))).toBe(count);
  });

  test.each<[CallRate, number]>([
    ['write', 30],
    ['money', 10],
    ['sign-in', 2],
  ])('default: an address has ten times as many, but not for sign-ins: %s %s', (rate, count) => {
    const { limiter } = limiterAt();
    expect(allowed(() => limiter.ofAddress('192.0.2.1', called(rate)))).toBe(count);
  });

  test('default: a refusal names the scope, the limit, and the time of the next allowed call', () => {
    const { limiter } = limiterAt();
    for (let made = 0; made < 3; made += 1) limiter.ofWallet('1', called('write'));
    expect(limiter.ofWallet('1', called('write'))).toEqual({ scope: 'wallet', limit: 3, retryAfterSeconds: 20 });
  });

  test('behavior: after the stated seconds exactly one more call is allowed', () => {
    const { limiter, passMs } = limiterAt();
    expect(allowed(() => limiter.ofWallet('1', called('write')))).toBe(3);
    passMs(19_999);
    expect(limiter.ofWallet('1', called('write'))).toMatchObject({ retryAfterSeconds: 1 });
    passMs(1);
    expect(allowed(() => limiter.ofWallet('1', called('write')))).toBe(1);
  });

  test("behavior: after a minute of silence a whole minute's calls are allowed again, and no more", () => {
    const { limiter, passMs } = limiterAt();
    expect(allowed(() => limiter.ofWallet('1', called('write')))).toBe(3);
    passMs(60_000);
    expect(allowed(() => limiter.ofWallet('1', called('write')))).toBe(3);
    passMs(3_600_000);
    expect(allowed(() => limiter.ofWallet('1', called('write')))).toBe(3);
  });

  test('behavior: refused calls do not count', () => {
    const { limiter, passMs } = limiterAt();
    expect(allowed(() => limiter.ofWallet('1', called('write')))).toBe(3);
    for (let made = 0; made < 50; made += 1) limiter.ofWallet('1', called('write'));
    passMs(20_000);
    expect(limiter.ofWallet('1', called('write'))).toBeNull();
  });

  test('behavior: wallets and routes are counted separately', () => {
    const { limiter } = limiterAt();
    expect(limiter.ofWallet('1', called('money'))).toBeNull();
    expect(limiter.ofWallet('2', called('money'))).toBeNull();
    expect(limiter.ofWallet('1', called('money', '/other'))).toBeNull();
    expect(limiter.ofWallet('1', called('money'))).toMatchObject({ scope: 'wallet' });
  });

  test('behavior: the limit of an address over all calls applies first, also to those without a route', () => {
    const { limiter } = limiterAt({ ...LIMITS, perAddress: 4 });
    for (let made = 0; made < 4; made += 1) expect(limiter.ofAddress('192.0.2.1', undefined)).toBeNull();
    expect(limiter.ofAddress('192.0.2.1', called('sign-in'))).toEqual({
      scope: 'address',
      limit: 4,
      retryAfterSeconds: 15,
    });
    expect(limiter.ofAddress('192.0.2.2', undefined)).toBeNull();
  });

  test('attack: an IPv6 /48 gets the limit of sixteen callers, however many addresses it uses', () => {
    const { limiter } = limiterAt();
    let allowedCalls = 0;
    for (let network = 0; network < 2_000; network += 1) {
      const ip = `2001:db8:1:${(network * 31).toString(16)}::1`;
      if (limiter.ofAddress(ip, called('sign-in')) === null) allowedCalls += 1;
    }
    const { limiter: ofOne } = limiterAt();
    const forOne = allowed(() => ofOne.ofAddress('2001:db8:2::1', called('sign-in')));
    expect(allowedCalls).toBe(16 * forOne);
    expect(limiter.ofAddress('2001:db8:3::1', called('sign-in'))).toBeNull();
  });

  test('behavior: a refunded call does not count against the limit of its route', () => {
    const { limiter } = limiterAt();
    const ip = '192.0.2.1';
    for (let call = 0; call < 20; call += 1) {
      expect(limiter.ofAddress(ip, called('sign-in'))).toBeNull();
      expect(limiter.ofWallet('1', called('sign-in'))).toBeNull();
      limiter.giveBack({ ip, wallet: '1', called: called('sign-in') });
    }
    expect(limiter.ofWallet('1', called('sign-in'))).toBeNull();
  });

  test('behavior: addresses of one IPv6 network count as one caller', () => {
    const { limiter } = limiterAt();
    for (const host of ['1', '2']) expect(limiter.ofAddress(`2001:db8::${host}`, called('sign-in'))).toBeNull();
    expect(limiter.ofAddress('2001:db8::3', called('sign-in'))).toMatchObject({ scope: 'route-of-address' });
    expect(limiter.ofAddress('2001:db8:0:1::1', called('sign-in'))).toBeNull();
  });

  test('behavior: without limits nothing is counted', () => {
    const { limiter } = limiterAt(NO_LIMITS);
    expect(allowed(() => limiter.ofAddress('192.0.2.1', called('sign-in')))).toBe(Number.POSITIVE_INFINITY);
    expect(allowed(() => limiter.ofWallet('1', called('money')))).toBe(Number.POSITIVE_INFINITY);
    expect(limiter.remembered()).toBe(0);
  });

  test('behavior: evicts a caller after two minutes of silence', () => {
    const { limiter, passMs } = limiterAt();
    limiter.ofWallet('1', called('read'));
    expect(limiter.remembered()).toBe(1);
    passMs(60_000);
    limiter.ofWallet('2', called('read'));
    passMs(60_000);
    limiter.ofWallet('2', called('read'));
    expect(limiter.remembered()).toBe(2);
  });
});
