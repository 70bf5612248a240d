import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VOUCHER_TTL_SECONDS, voucherTerm } from './voucher-term.ts';

const ONE_DAY = 86_400n;
const termOf = ({ now, head, ttlSeconds = VOUCHER_TTL_SECONDS }: { now: number; head: number; ttlSeconds?: bigint }) =>
  voucherTerm({ nowMs: now * 1000, headMs: head * 1000, ttlSeconds, maximumTtlSeconds: ONE_DAY });

describe('voucherTerm', () => {
  test('default: from a minute ago until the time to live is over', () => {
    expect(termOf({ now: 10_000, head: 9_998 })).toEqual({ validAfter: 9_938n, deadline: 11_200n });
    const clocks = { nowMs: 10_000_999, headMs: 9_998_999, ttlSeconds: VOUCHER_TTL_SECONDS };
    expect(voucherTerm({ ...clocks, maximumTtlSeconds: ONE_DAY })).toEqual({ validAfter: 9_938n, deadline: 11_200n });
  });

  test('behavior: whichever clock is ahead, it is valid for both now and never longer than the vault allows', () => {
    const seconds = fc.integer({ min: 200_000, max: 4_000_000_000 });
    fc.assert(
      fc.property(seconds, fc.integer({ min: -80_000, max: 80_000 }), (now, skew) => {
        const head = now + skew;
        const { validAfter, deadline } = termOf({ now, head });
        expect(deadline - validAfter <= ONE_DAY).toBe(true);
        for (const clock of [now, head]) {
          expect(validAfter < BigInt(clock)).toBe(true);
          expect(deadline > BigInt(clock)).toBe(true);
        }
      }),
    );
  });

  test('behavior: clocks a week apart return a term that is valid for the later one', () => {
    const { validAfter, deadline } = termOf({ now: 0, head: 700_000 });
    expect(deadline).toBe(701_200n);
    expect(deadline - validAfter).toBe(ONE_DAY);
  });

  test('broken twin: with only one clock the voucher is too early for a slow chain, too late for a fast one', () => {
    const now = 1_000_000;
    const { validAfter, deadline } = termOf({ now, head: now });
    expect(validAfter > BigInt(now - 3_600)).toBe(true);
    expect(deadline < BigInt(now + 3_600)).toBe(true);
  });
});
