import * as fc from 'fast-check';
import { getAddress, type Hex } from 'viem';
import { expect, test } from 'vitest';
import { inviterCode, inviterOf } from './inviter-code.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('default: a code has 27 letters that need no escape in a link, none of them the address', () => {
  expect(inviterCode(ADDRESS)).toBe('cJl5cMUYEtw6AQx9AbUODRfcecg');
  expect(inviterOf('cJl5cMUYEtw6AQx9AbUODRfcecg')).toBe(ADDRESS);
});

test('behavior: every address survives, in the form of its checksum', () => {
  const addresses = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);
  fc.assert(
    fc.property(addresses, (address) => {
      expect(inviterCode(address)).toMatch(/^[\w-]{27}$/);
      expect(inviterOf(inviterCode(address))).toBe(getAddress(address));
    }),
  );
});

test('error: any other text stays as it is, for the sheet to refuse', () => {
  for (const text of ['0x1', '<script>', ADDRESS, 'a'.repeat(26), `${'a'.repeat(26)}!`])
    expect(inviterOf(text)).toBe(text);
});
