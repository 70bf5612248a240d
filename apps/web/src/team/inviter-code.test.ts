import { getAddress, keccak256, slice, toHex } from 'viem';
import { expect, test } from 'vitest';
import { inviterCode, inviterOf } from './inviter-code.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('default: a code has 27 letters that need no escape in a link, none of them the address', () => {
  expect(inviterCode(ADDRESS)).toBe('cJl5cMUYEtw6AQx9AbUODRfcecg');
  expect(inviterOf('cJl5cMUYEtw6AQx9AbUODRfcecg')).toBe(ADDRESS);
});

test('behavior: every address survives, in the form of its checksum', () => {
  for (let index = 0n; index < 1_000n; index += 1n) {
    const address = slice(keccak256(toHex(index)), 0, 20);
    expect(inviterCode(address)).toMatch(/^[\w-]{27}$/);
    expect(inviterOf(inviterCode(address))).toBe(getAddress(address));
  }
});

test('error: any other text stays as it is, for the sheet to refuse', () => {
  for (const text of ['0x1', '<script>', ADDRESS, 'a'.repeat(26), `${'a'.repeat(26)}!`])
    expect(inviterOf(text)).toBe(text);
});
