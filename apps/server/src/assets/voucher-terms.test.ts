import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VOUCHER_TTL_SECONDS, voucherTerm } from './voucher-terms.ts';

const at = (seconds: number) => new Date(seconds * 1000);
const ONE_DAY = 86_400n;

describe('voucherTerm', () => {
  test('default: from a minute ago until the time to live is over', () => {
    const term = voucherTerm({ now: at(10_000), headAt: at(9_998), ttlSeconds: VOUCHER_TTL_SECONDS });
    expect(term).toEqual({ validAfter: 9_938n, deadline: 11_200n });
  });

  test('behavior: whichever clock is ahead, it holds for both now and is never longer than the vault allows', () => {
    const seconds = fc.integer({ min: 200_000, max: 4_000_000_000 });
    fc.assert(
      fc.property(seconds, fc.integer({ min: -80_000, max: 80_000 }), (now, skew) => {
        const head = now + skew;
        const { validAfter, deadline } = voucherTerm({ now: at(now), headAt: at(head), ttlSeconds: 1_200n });
        expect(deadline - validAfter <= ONE_DAY).toBe(true);
        for (const clock of [now, head]) {
          expect(validAfter < BigInt(clock)).toBe(true);
          expect(deadline > BigInt(clock)).toBe(true);
        }
      }),
    );
  });

  test('behavior: clocks a week apart give a voucher that holds for the later one', () => {
    const { validAfter, deadline } = voucherTerm({ now: at(0), headAt: at(700_000), ttlSeconds: 1_200n });
    expect(deadline).toBe(701_200n);
    expect(deadline - validAfter).toBe(ONE_DAY);
  });

  test('broken twin: by the server’s clock alone a chain an hour behind finds the voucher too early, one an hour ahead too late', () => {
    const now = 1_000_000;
    const { validAfter, deadline } = voucherTerm({ now: at(now), headAt: at(now), ttlSeconds: VOUCHER_TTL_SECONDS });
    expect(validAfter > BigInt(now - 3_600)).toBe(true);
    expect(deadline < BigInt(now + 3_600)).toBe(true);
  });
});
