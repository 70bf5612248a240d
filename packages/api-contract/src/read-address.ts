import { type Address, getAddress, isAddress } from 'viem';

export type ReadAddress = { readonly address: Address } | { readonly problem: 'address-format' | 'address-checksum' };

/**
 * Reads an address that a person or another program wrote: 0x or 0X and 40 hex digits. Letters of one case carry no
 * checksum; letters of both are a checksum that has to match. Returns the address in its EIP-55 form, or the problem.
 */
export function readAddress(text: string): ReadAddress {
  if (!/^0[xX][0-9a-fA-F]{40}$/.test(text)) return { problem: 'address-format' };
  const digits = text.slice(2);
  const isOfOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOfOneCase && !isAddress(`0x${digits}`)) return { problem: 'address-checksum' };
  return { address: getAddress(`0x${digits.toLowerCase()}`) };
}
