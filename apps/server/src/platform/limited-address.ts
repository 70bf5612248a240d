import { isIPv6 } from 'node:net';

/** A network whose callers are counted together, and how many times the limit of one caller applies to it. */
export type LimitedNetwork = { readonly network: string; readonly times: number };

/**
 * Anyone who rents a server gets a /64, often even a /56 or a /48. These are counted as well, with the limit of several
 * callers.
 */
const TIMES_OF_56 = 4;
const TIMES_OF_48 = 16;

/**
 * Returns the networks in which an address is counted, narrowest first: an IPv4 address only as itself; an IPv6 address
 * as its /64, which belongs to one caller, its /56 and its /48. An IPv4 address in IPv6 notation is counted as itself.
 */
export function limitedNetworks(ip: string): readonly LimitedNetwork[] {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return [{ network: address, times: 1 }];
  const mapped = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return [{ network: mapped[1], times: 1 }];
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  // `::` replaces all missing groups with zeros; a dotted tail replaces two groups.
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const written = before.length + after.length + (address.includes('.') ? 1 : 0);
  const groups = tail === undefined ? before : [...before, ...Array<string>(8 - written).fill('0'), ...after];
  const [first = 0, second = 0, third = 0, fourth = 0] = groups.map((group) => Number.parseInt(group, 16));
  const prefix = (bits: number, ...parts: number[]) => `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`;
  return [
    { network: prefix(64, first, second, third, fourth), times: 1 },
    { network: prefix(56, first, second, third, fourth & 0xff00), times: TIMES_OF_56 },
    { network: prefix(48, first, second, third), times: TIMES_OF_48 },
  ];
}

/** Counts resources that callers hold concurrently. */
export type HeldByNetwork = {
  /** Returns whether an address may hold one more. */
  readonly hasRoom: (ip: string) => boolean;
  readonly add: (ip: string) => void;
  readonly remove: (ip: string) => void;
};

/** Returns a counter of the resources that the callers of a network hold concurrently, at most `mostPerCaller` each. */
export function createHeldByNetwork(mostPerCaller: number): HeldByNetwork {
  const held = new Map<string, number>();
  const change = (ip: string, by: 1 | -1) => {
    for (const { network } of limitedNetworks(ip)) {
      const count = (held.get(network) ?? 0) + by;
      if (count > 0) held.set(network, count);
      else held.delete(network);
    }
  };
  return {
    hasRoom: (ip) =>
      limitedNetworks(ip).every(({ network, times }) => (held.get(network) ?? 0) < mostPerCaller * times),
    add: (ip) => change(ip, 1),
    remove: (ip) => change(ip, -1),
  };
}
