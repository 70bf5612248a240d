import { describe, expect, test } from 'vitest';
import { needsAllowance, rechargeLimits, rechargeStatus } from './recharge-status.ts';

const funds = { balance: 10n ** 18n, gasReserve: 1n, allowance: 0n, minimum: 5n, paused: false };

describe('rechargeLimits', () => {
  test('default: JU less the gas reserve, the whole balance of a token', () => {
    expect(rechargeLimits(funds, 'JU')).toEqual({
      balance: '1',
      maximum: '0.999999999999999999',
      minimum: '0.000000000000000005',
      gasReserve: '0.000000000000000001',
    });
    expect(rechargeLimits(funds, 'FMC').maximum).toBe('1');
  });

  test('behavior: is never below zero', () => {
    expect(rechargeLimits({ ...funds, balance: 1n, gasReserve: 2n }, 'JU').maximum).toBe('0');
    expect(rechargeLimits({ ...funds, balance: 2n, gasReserve: 2n }, 'JU').maximum).toBe('0');
  });
});

describe('rechargeStatus', () => {
  const input = { funds, hasFailed: false, isSending: false, currency: 'JU' } as const;

  test.each([
    ['ready', input],
    ['sending', { ...input, isSending: true }],
    ['paused', { ...input, funds: { ...funds, paused: true } }],
    ['loading', { ...input, funds: undefined }],
    ['unreachable', { ...input, funds: undefined, hasFailed: true }],
    ['sending', { ...input, funds: { ...funds, paused: true }, isSending: true }],
  ] as const)('%s', (kind, state) => {
    expect(rechargeStatus(state).kind).toBe(kind);
  });

  test('behavior: uses earlier funds, marked stale, when a later read fails', () => {
    expect(rechargeStatus({ ...input, hasFailed: true })).toMatchObject({
      kind: 'ready',
      isStale: true,
      limits: { balance: '1' },
    });
    expect(rechargeStatus(input)).toMatchObject({ isStale: false });
  });
});

test('needsAllowance: for a token whose allowance is below the amount', () => {
  expect(needsAllowance({ ...funds, allowance: 9n }, 'FMC', 10n)).toBe(true);
  expect(needsAllowance({ ...funds, allowance: 10n }, 'FMC', 10n)).toBe(false);
  expect(needsAllowance(funds, 'JU', 10n)).toBe(false);
  expect(needsAllowance(undefined, 'FMC', 10n)).toBe(false);
});
