import { type Address, getAddress, isAddress, zeroAddress } from 'viem';

/** Where the contracts of one chain stand. */
export type ContractAddresses = {
  readonly vault: Address;
  readonly fmc: Address;
  readonly anchors: Address;
  readonly router: Address;
  readonly factory: Address;
  readonly wrappedNative: Address;
};

/**
 * Reads contract addresses that came from outside: an object, with further keys allowed. Addresses may be all lower
 * case, or else must have the right checksum; they come back checksummed. Throws with the name of the first bad one.
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
  const text = entries.get(name);
  if (typeof text !== 'string' || !isAddress(text)) throw new Error(`contract addresses: ${name} is not an address`);
  if (text === zeroAddress) throw new Error(`contract addresses: ${name} is the zero address`);
  return getAddress(text);
}
