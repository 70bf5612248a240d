import { describe, expect, test } from 'vitest';
import { findResembled } from './resemblance.ts';

const SHOP = { address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', label: 'Shop' };
const OTHER = { address: `0x${'9'.repeat(40)}`, label: 'Other' };

describe('findResembled', () => {
  test('attack: an address with the same ends is found, in capital letters as well', () => {
    const poison = `0x3c44${'0'.repeat(32)}93bc`;
    expect(findResembled(poison, [OTHER, SHOP])).toBe(SHOP);
    expect(findResembled(poison.toUpperCase(), [OTHER, SHOP])).toBe(SHOP);
  });

  test('behavior: the known address itself is none, however it is written', () => {
    expect(findResembled(SHOP.address.toLowerCase(), [SHOP])).toBeNull();
    expect(findResembled(SHOP.address.toUpperCase(), [SHOP])).toBeNull();
  });

  test('behavior: a known address that another one resembles is found too', () => {
    const poison = { address: `0x3c44${'0'.repeat(32)}93bc`, label: 'No name' };
    expect(findResembled(SHOP.address, [SHOP, poison])).toBe(poison);
  });

  test.each([
    ['another begin', `0x3c45${'0'.repeat(32)}93bc`],
    ['another end', `0x3c44${'0'.repeat(32)}93bd`],
  ])('behavior: %s does not resemble it', (_name, address) => {
    expect(findResembled(address, [SHOP])).toBeNull();
  });
});
