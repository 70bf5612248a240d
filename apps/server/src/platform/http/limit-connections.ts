import type { Server, Socket } from 'node:net';
import { limitedAddress } from './limited-address.ts';
import { createTrustedNetworks } from './trusted-networks.ts';

/**
 * Lets an address have so many connections of this server at once (0 = any number) and cuts off each one more: whoever holds connections
 * without calling holds none of the others'. Proxies that are trusted speak for many, so they have no limit.
 */
export function limitConnections(
  server: Server,
  { most, trustedProxies }: { readonly most: number; readonly trustedProxies: readonly string[] },
): void {
  if (most === 0) return;
  const isTrusted = createTrustedNetworks(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress)) return;
    const address = limitedAddress(remoteAddress);
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
