import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

type Interfaces = Readonly<Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>>;

/** Virtual interfaces of this machine, which a phone cannot reach. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|zt|tailscale)/;

/**
 * Returns this machine's IPv4 address for a phone in the same network; physical interfaces precede virtual ones. Null
 * without a network.
 */
export function networkAddress(interfaces: Interfaces = withoutGaps(networkInterfaces())): string | null {
  const addresses = Object.entries(interfaces).flatMap(([name, list]) =>
    list.flatMap(({ address, family, internal }) =>
      internal || family !== 'IPv4' || address.startsWith('169.254.') ? [] : [{ name, address }],
    ),
  );
  return (addresses.find(({ name }) => !VIRTUAL.test(name)) ?? addresses[0])?.address ?? null;
}

function withoutGaps(interfaces: ReturnType<typeof networkInterfaces>): Interfaces {
  return Object.fromEntries(Object.entries(interfaces).map(([name, list]) => [name, list ?? []]));
}
