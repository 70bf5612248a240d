import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseOver } from '#platform/database/database.ts';
import { createJoinApart } from './join-apart.ts';
import type { JoinRequest } from './join-request.ts';

const pool = new pg.Pool();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const joinOf = (roundId: bigint): JoinRequest => ({
  roundId,
  termsHash: '0x',
  userId: 1n,
  token: tokenOf(1n),
  amount: tokenAmount(1n),
  requestId: 'request',
  consented: true,
});
const joinsOf = (first: bigint) => Array.from({ length: 200 }, (_, n) => joinOf(first + BigInt(n)));

test('attack: rounds that do not exist, each named once, are evicted as early as others', () => {
  const apart = createJoinApart({ pool, db: databaseOver(pool) });
  for (let wave = 0n; wave < 3n; wave += 1n) {
    apart.holdOff(joinsOf(1_000n * wave));
    expect(apart.count()).toBe(200);
    expect(apart.has(1_000n * wave)).toBe(true);
    vi.advanceTimersByTime(5_001);
  }
  expect(apart.has(2_000n)).toBe(false);
});

test('default: a round is backed off until five seconds after the last lock timeout', () => {
  const apart = createJoinApart({ pool, db: databaseOver(pool) });
  apart.holdOff([joinOf(7n)]);
  vi.advanceTimersByTime(4_000);
  apart.holdOff([joinOf(7n), joinOf(8n)]);
  vi.advanceTimersByTime(4_000);
  expect([apart.has(7n), apart.has(8n)]).toEqual([true, true]);
  vi.advanceTimersByTime(1_001);
  expect([apart.has(7n), apart.has(8n)]).toEqual([false, false]);
});
