import { isIPv6 } from 'node:net';

/**
 * Returns what counts as one caller: an IPv4 address, or the 64 leading bits of an IPv6 one, whose other addresses
 * belong to the same caller. An IPv4 address written as IPv6 counts as itself.
 */
export function limitedAddress(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return address;
  const mapped = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  // What `::` leaves out is zeros, as many as are missing; a dotted tail stands for two groups.
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const written = before.length + after.length + (address.includes('.') ? 1 : 0);
  const groups = tail === undefined ? before : [...before, ...Array<string>(8 - written).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
