import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { amounts } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { sumAmounts, tokenAmount, ZERO } from '../money/token-amount.ts';
import { DAY_MS } from '../time/durations.ts';
import { machineLife, minesOn } from './machine-life-oracle.ts';
import { dayEmission, mineDay, utcDay } from './mining-day.ts';

const list = (values: readonly bigint[]) => values.map(tokenAmount);

test('each machine gets its part rounded down, the rest stays in the emission', () => {
  const day = {
    dailyEmission: tokenAmount(100n),
    fullHash: tokenAmount(3n),
    emissionRemaining: tokenAmount(1_000n),
    hashRates: list([1n, 1n, 1n]),
  };
  expect(mineDay(day)).toEqual({ emission: 100n, outputs: [33n, 33n, 33n], left: 901n });
  expect(mineDay({ ...day, emissionRemaining: tokenAmount(10n) })).toEqual({
    emission: 10n,
    outputs: [3n, 3n, 3n],
    left: 1n,
  });
  expect(mineDay({ ...day, hashRates: [] })).toEqual({ emission: 0n, outputs: [], left: 1_000n });
  expect(mineDay({ ...day, hashRates: [ZERO] })).toEqual({ emission: 0n, outputs: [0n], left: 1_000n });
});

test('dayEmission: with little hash power a day releases little, from the full hash power on all of it', () => {
  const limits = {
    dailyEmission: tokenAmount(1_000n),
    fullHash: tokenAmount(300n),
    emissionRemaining: tokenAmount(10_000n),
  };
  const released = (hashPower: bigint, emissionRemaining = 10_000n) =>
    dayEmission({ ...limits, emissionRemaining: tokenAmount(emissionRemaining) }, tokenAmount(hashPower));
  expect([0n, 1n, 2n, 299n, 300n, 301n, 9_999n].map((hashPower) => released(hashPower))).toEqual([
    0n,
    3n,
    6n,
    996n,
    1_000n,
    1_000n,
    1_000n,
  ]);
  expect(released(150n, 10n)).toBe(5n);
  expect(() => dayEmission({ ...limits, fullHash: ZERO }, tokenAmount(1n))).toThrow(RangeError);
});

test('attack: a single machine of a loss of 0.3 JU does not mine the emission of a whole day', () => {
  const unit = 10n ** 18n;
  const day = {
    dailyEmission: tokenAmount(10_000n * unit),
    fullHash: tokenAmount(1_000_000n * unit),
    emissionRemaining: tokenAmount(1_000_000n * unit),
    // 0.3 JU of loss, twice as much hash power.
    hashRates: list([(6n * unit) / 10n]),
  };
  expect(mineDay(day).outputs).toEqual([(6n * unit) / 1_000n]);
});

test('property: every unit is paid or left, and never more than the day has', () => {
  const days = fc.record({
    dailyEmission: amounts(10n ** 24n),
    fullHash: fc.bigInt({ min: 1n, max: 10n ** 21n }).map(tokenAmount),
    emissionRemaining: amounts(10n ** 24n),
    hashRates: fc.array(amounts(10n ** 20n), { maxLength: 30 }),
  });
  holds(days, (day) => {
    const { emission, outputs, left } = mineDay(day);
    expect(sumAmounts(outputs) + left).toBe(day.emissionRemaining);
    expect(sumAmounts(outputs)).toBeLessThanOrEqual(emission);
    expect(emission).toBeLessThanOrEqual(day.dailyEmission);
    const hashPower = sumAmounts(day.hashRates);
    expect(emission * day.fullHash).toBeLessThanOrEqual(day.dailyEmission * hashPower);
  });
});

test('a machine mines from the next UTC day on, for its lifetime', () => {
  const claimedAtMs = Date.UTC(2026, 0, 5, 23, 59, 59, 999);
  const today = utcDay(claimedAtMs);
  const life = machineLife({ claimedAtMs, machineLifetimeDays: 2 });
  expect(today * DAY_MS).toBe(Date.UTC(2026, 0, 5));
  expect(utcDay(claimedAtMs + 1)).toBe(today + 1);
  expect([0, 1, 2, 3].map((later) => minesOn(today + later, life))).toEqual([false, true, true, false]);
});
