import { BlockList, isIPv4, isIPv6, type Server, type Socket } from 'node:net';
import { limitedAddress } from './limited-address.ts';

/**
 * Lets an address have so many connections of this server at once (0 = any number) and cuts off each one more: whoever holds connections
 * without calling holds none of the others'. Proxies that are trusted speak for many, so they have no limit.
 */
export function limitConnections(
  server: Server,
  { most, trustedProxies }: { readonly most: number; readonly trustedProxies: readonly string[] },
): void {
  if (most === 0) return;
  const trusted = listOf(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = limitedAddress(remoteAddress);
    const place = isIPv4(address) ? address : remoteAddress;
    if (trusted.check(place, isIPv4(place) ? 'ipv4' : 'ipv6')) return;
    const before = open.get(address) ?? 0;
    if (before >= most) {
      socket.destroy();
      return;
    }
    open.set(address, before + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
