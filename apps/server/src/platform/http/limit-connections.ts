import type { Server, Socket } from 'node:net';
import { limitedAddress } from './limited-address.ts';
import { createTrustedNetworks } from './trusted-networks.ts';

/**
 * Lets an address have a maximum of connections at once (0 = any number) and cuts off each one more, so that one caller
 * cannot hold those of the others. Trusted proxies serve many callers, so they have no limit.
 */
export function limitConnections(
  server: Server,
  { maximum, trustedProxies }: { readonly maximum: number; readonly trustedProxies: readonly string[] },
): void {
  if (maximum === 0) return;
  const isTrusted = createTrustedNetworks(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress)) return;
    const address = limitedAddress(remoteAddress);
    const before = open.get(address) ?? 0;
    if (before >= maximum) {
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
