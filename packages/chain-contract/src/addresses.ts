import { type Address, getAddress, isAddress, zeroAddress } from 'viem';

/** The addresses of the contracts of one chain. */
export type ContractAddresses = {
  readonly vault: Address;
  readonly fmc: Address;
  readonly anchors: Address;
  readonly router: Address;
  readonly factory: Address;
  readonly wrappedNative: Address;
};

/**
 * Parses contract addresses from outside: an object, further keys allowed, each address in letters of one case or with
 * a valid checksum. Returns them checksummed. Throws with the name of the first invalid one.
 */
export function parseContractAddresses(value: unknown): ContractAddresses {
  if (typeof value !== 'object' || value === null) throw new Error('contract addresses: expected an object');
  const entries = new Map<string, unknown>(Object.entries(value));
  return {
    vault: addressOf(entries, 'vault'),
    fmc: addressOf(entries, 'fmc'),
    anchors: addressOf(entries, 'anchors'),
    router: addressOf(entries, 'router'),
    factory: addressOf(entries, 'factory'),
    wrappedNative: addressOf(entries, 'wrappedNative'),
  };
}

function addressOf(entries: ReadonlyMap<string, unknown>, name: keyof ContractAddresses): Address {
  const address = entries.get(name);
  if (typeof address !== 'string' || !isAddress(address, { strict: isOfBothCases(address) }))
    throw new Error(`contract addresses: ${name} is not an address`);
  if (address === zeroAddress) throw new Error(`contract addresses: ${name} is the zero address`);
  return getAddress(address);
}

/** Returns whether the digits after 0x are a checksum: those of one case carry none. */
function isOfBothCases(address: string): boolean {
  const digits = address.slice(2);
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
}
