import { describe, expect, test } from 'vitest';
import { isVoucherOf, voucherStatus } from './voucher.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';

describe('isVoucherOf', () => {
  const voucher = {
    account: ALICE,
    to: ALICE,
    token: '0x0000000000000000000000000000000000000000',
    amount: '1500000000000000000',
    vault: VAULT,
  };
  const expected = {
    account: ALICE,
    to: ALICE.toLowerCase(),
    currency: 'JU' as const,
    amount: '1.5',
    vault: VAULT,
    fmc: FMC,
  };

  test('accepts a voucher that pays exactly the withdrawal', () => {
    expect(isVoucherOf(voucher, expected)).toBe(true);
    expect(isVoucherOf({ ...voucher, token: FMC }, { ...expected, currency: 'FMC' })).toBe(true);
  });

  test.each([{ account: VAULT }, { to: VAULT }, { token: FMC }, { amount: '1500000000000000001' }, { vault: FMC }])(
    'behavior: %j is not sent',
    (change) => {
      expect(isVoucherOf({ ...voucher, ...change }, expected)).toBe(false);
    },
  );
});

describe('voucherStatus', () => {
  const HASH = `0x${'ab'.repeat(32)}` as const;
  const idle = { lastSent: null, isReverted: false, isAsking: false, isPrepared: true, now: 100_000 };
  const sent = { ...idle, lastSent: { hash: HASH, sentAt: 100_000 } };

  test('default: prepared, and nothing sent', () => {
    expect(voucherStatus(idle)).toEqual({ kind: 'ready', hash: null });
    expect(voucherStatus({ ...idle, isPrepared: false })).toEqual({ kind: 'preparing', hash: null });
  });

  test('behavior: a sent transaction is overdue after a minute, not before', () => {
    expect(voucherStatus(sent)).toEqual({ kind: 'sent', hash: HASH });
    expect(voucherStatus({ ...sent, now: 160_000 })).toEqual({ kind: 'sent', hash: HASH });
    expect(voucherStatus({ ...sent, now: 160_001 })).toEqual({ kind: 'overdue', hash: HASH });
  });

  test('behavior: a reverted transaction counts as not sent', () => {
    expect(voucherStatus({ ...sent, isReverted: true })).toEqual({ kind: 'reverted', hash: null });
  });

  test('behavior: keeps the earlier transaction while asking the wallet', () => {
    expect(voucherStatus({ ...sent, isAsking: true, now: 999_999 })).toEqual({ kind: 'asking', hash: HASH });
    expect(voucherStatus({ ...sent, isAsking: true, isReverted: true })).toEqual({ kind: 'asking', hash: null });
  });
});
