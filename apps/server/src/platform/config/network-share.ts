import ipaddr from 'ipaddr.js';

/** An inclusive range of addresses, as numbers. */
type Range = { readonly first: bigint; readonly last: bigint };

/** The number of addresses of each family, and of an IPv6 address that stands for an IPv4 one. */
const ALL = { ipv4: 1n << 32n, ipv6: 1n << 128n } as const;

/**
 * Returns which share of all addresses of a family (IPv4, IPv6) these networks (CIDR) and addresses are together: the
 * larger of the two shares, from 0 to 1. An address in several of them counts once.
 */
export function largestShareOfFamily(networks: readonly string[]): number {
  const parsed = networks.map(parse);
  const shares = (['ipv4', 'ipv6'] as const).map((family) => {
    const ranges = parsed.filter(({ kind }) => kind === family);
    // A million parts are finer than any limit.
    return Number((countAddresses(ranges) * 1_000_000n) / ALL[family]) / 1_000_000;
  });
  return Math.max(...shares);
}

function countAddresses(ranges: readonly Range[]): bigint {
  let counted = 0n;
  let after = 0n;
  for (const { first, last } of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const from = first > after ? first : after;
    if (last < from) continue;
    counted += last - from + 1n;
    after = last + 1n;
  }
  return counted;
}

function parse(network: string): Range & { readonly kind: 'ipv4' | 'ipv6' } {
  const [address, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), undefined];
  // `::ffff:10.0.0.0/104` are the IPv4 addresses of 10.0.0.0/8.
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && (bits ?? 128) >= 96;
  const own = isMapped ? address.toIPv4Address() : address;
  const bytes = own.toByteArray();
  const length = bytes.length * 8;
  const prefix = bits === undefined ? length : isMapped ? bits - 96 : bits;
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const size = 1n << BigInt(length - prefix);
  const first = value - (value % size);
  return { kind: own.kind(), first, last: first + size - 1n };
}
