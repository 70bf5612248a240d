import { isIPv6 } from 'node:net';

/** A network whose callers count together, and how many times what one caller may do they may do. */
export type LimitedNetwork = { readonly network: string; readonly times: number };

/** Whoever rents a server gets a /64, often a /56 or a /48 too: those count as well, with room for several callers. */
const TIMES_OF_56 = 4;
const TIMES_OF_48 = 16;

/**
 * Returns the networks that an address counts in, the narrowest first: an IPv4 address alone; of an IPv6 one the /64,
 * which belongs to one caller, the /56 and the /48. An IPv4 address written as IPv6 counts as itself.
 */
export function limitedNetworks(ip: string): readonly LimitedNetwork[] {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return [{ network: address, times: 1 }];
  const mapped = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return [{ network: mapped[1], times: 1 }];
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  // What `::` leaves out is zeros, as many as are missing; a dotted tail stands for two groups.
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

/** Counts what callers hold at once. */
export type HeldByNetwork = {
  /** Returns whether an address may hold one more. */
  readonly hasRoom: (ip: string) => boolean;
  readonly add: (ip: string) => void;
  readonly remove: (ip: string) => void;
};

/** Returns a count of what the callers of a network hold at once, each at most so many. */
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
