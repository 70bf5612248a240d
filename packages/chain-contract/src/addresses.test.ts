import { describe, expect, test } from 'vitest';
import { parseContractAddresses } from './addresses.ts';

const vault = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const all = { vault, fmc: vault, anchors: vault, router: vault, factory: vault, wrappedNative: vault };

describe('parseContractAddresses', () => {
  test('default', () => {
    expect(parseContractAddresses({ ...all, chainId: 202599 })).toEqual(all);
  });

  test('behavior: gives a lower-case address its checksum', () => {
    expect(parseContractAddresses({ ...all, fmc: vault.toLowerCase() })).toEqual(all);
  });

  test.each([
    [null, 'expected an object'],
    [{ ...all, fmc: undefined }, 'fmc is not an address'],
    [{ ...all, anchors: '0x5FbDB2315678afecb367f032d93F642f64180aA3' }, 'anchors is not an address'],
    [{ ...all, router: vault.slice(2) }, 'router is not an address'],
    [{ ...all, factory: `0x${'0'.repeat(40)}` }, 'factory is the zero address'],
  ])('behavior: refuses %j', (value, why) => {
    expect(() => parseContractAddresses(value)).toThrow(why);
  });
});
