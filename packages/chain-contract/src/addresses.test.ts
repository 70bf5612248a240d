import { describe, expect, test } from 'vitest';
import { parseContractAddresses } from './addresses.ts';

const vault = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const addresses = { vault, fmc: vault, anchors: vault, router: vault, factory: vault, wrappedNative: vault };

describe('parseContractAddresses', () => {
  test('default', () => {
    expect(parseContractAddresses({ ...addresses, chainId: 202599 })).toEqual(addresses);
  });

  test.each([vault.toLowerCase(), `0x${vault.slice(2).toUpperCase()}`])(
    'behavior: returns %s, in letters of one case, with its checksum',
    (fmc) => {
      expect(parseContractAddresses({ ...addresses, fmc })).toEqual(addresses);
    },
  );

  test.each([
    [null, 'expected an object'],
    [{ ...addresses, fmc: undefined }, 'fmc is not an address'],
    [{ ...addresses, anchors: '0x5FbDB2315678afecb367f032d93F642f64180aA3' }, 'anchors is not an address'],
    [{ ...addresses, router: vault.slice(2) }, 'router is not an address'],
    [{ ...addresses, factory: `0x${'0'.repeat(40)}` }, 'factory is the zero address'],
  ])('behavior: throws for %j', (value, why) => {
    expect(() => parseContractAddresses(value)).toThrow(why);
  });
});
