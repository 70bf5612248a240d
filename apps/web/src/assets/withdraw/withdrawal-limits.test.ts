import { expect, test } from 'vitest';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { currencyLimits, recipientWait, smaller, type WithdrawalLimits, withdrawalStop } from './withdrawal-limits.ts';

const NOW = 1_800_000_000_000;

function limitsWith(left: { all?: string; share?: string; day?: string }): WithdrawalLimits {
  return {
    currencies: [
      {
        currency: 'JU',
        limits: [
          { rule: 'per-withdrawal', limit: '1000', left: '1000' },
          { rule: 'per-user-day', limit: '5000', left: left.day ?? '4000.5' },
          { rule: 'per-day', limit: '50000', left: left.all ?? '20000' },
          { rule: 'share-of-day', limit: '5000', left: left.share ?? '1500' },
        ],
        left: '1000',
        approvalAbove: '800',
      },
    ],
    paused: false,
    coolsUntil: null,
    newAddressHours: 48,
    recipients: [{ address: BOB, freeAt: NOW + 1 }],
  };
}

test('currencyLimits: maps the figures of the reply to the user’s limits', () => {
  expect(currencyLimits(limitsWith({}), 'JU')).toEqual({
    left: '1000',
    perWithdrawal: '1000',
    dayLeft: '4000.5',
    day: '5000',
    shared: 'ample',
    approvalAbove: '800',
  });
  expect(currencyLimits(limitsWith({}), 'FMC')).toBeNull();
});

test.each([
  [{ share: '1000' }, 'ample'],
  [{ share: '999.999999999999999999' }, 'scarce'],
  [{ all: '10' }, 'scarce'],
  [{ day: '10', share: '10' }, 'ample'],
  [{ share: '0' }, 'none'],
  [{ all: '0' }, 'none'],
] as const)('currencyLimits: with %j left, what all users share is %s', (left, shared) => {
  expect(currencyLimits(limitsWith(left), 'JU')?.shared).toBe(shared);
});

test('withdrawalStop: reports maintenance, then the wait after unused vouchers until it ends', () => {
  const limits = limitsWith({});
  expect(withdrawalStop(limits, NOW)).toBeNull();
  expect(withdrawalStop({ ...limits, coolsUntil: NOW + 1 }, NOW)).toEqual({ kind: 'cooling', until: NOW + 1 });
  expect(withdrawalStop({ ...limits, coolsUntil: NOW }, NOW)).toBeNull();
  expect(withdrawalStop({ ...limits, paused: true, coolsUntil: NOW + 1 }, NOW)).toEqual({ kind: 'paused' });
});

test('recipientWait: the own address never waits; a new one waits from its first request on', () => {
  const limits = limitsWith({});
  const wait = (to: string, changes: Partial<WithdrawalLimits> = {}) =>
    recipientWait({ ...limits, ...changes }, { to, ownAddress: ALICE, now: NOW });
  expect(wait(ALICE.toLowerCase())).toEqual({ kind: 'none' });
  expect(wait(BOB.toLowerCase())).toEqual({ kind: 'until', until: NOW + 1 });
  expect(wait(BOB, { recipients: [] })).toEqual({ kind: 'new', hours: 48 });
  expect(wait(BOB, { recipients: [{ address: BOB, freeAt: NOW }] })).toEqual({ kind: 'none' });
  expect(wait(BOB, { recipients: [], newAddressHours: 0 })).toEqual({ kind: 'none' });
});

test('smaller: compares values, not text', () => {
  expect(smaller('9', '10')).toBe('9');
  expect(smaller('0.5', '0.25')).toBe('0.25');
});
