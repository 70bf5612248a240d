import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_VOUCHER_TTL_SECONDS, voucherTypes } from './voucher.ts';

const source = readFileSync(new URL('../../../contracts/src/vault/Vouchers.sol', import.meta.url), 'utf8');

test('voucherTypes are those of the contract, in its order', () => {
  const members = voucherTypes.Voucher.map(({ type, name }) => `${type} ${name}`).join(',');
  expect(source).toContain(`"Voucher(${members})"`);
});

test('MAX_VOUCHER_TTL_SECONDS is that of the contract', () => {
  expect(source).toContain('MAX_VOUCHER_TTL = 1 days;');
  expect(MAX_VOUCHER_TTL_SECONDS).toBe(24n * 60n * 60n);
});
