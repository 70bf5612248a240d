import { BlockList, isIPv6 } from 'node:net';

/**
 * Returns a function that checks whether an address is in one of these networks (CIDR, or single addresses): those of
 * the trusted proxies.
 */
export function createTrustedNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
