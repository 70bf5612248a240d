import type { Server, Socket } from 'node:net';
import { createHeldByNetwork } from '../limited-address.ts';
import { createTrustedNetworks } from './trusted-networks.ts';

/**
 * Limits the concurrent connections of an address (0 = no limit) and cuts off further ones, so that one caller cannot
 * use up those of the others. Trusted proxies serve many callers, so they have no limit.
 */
export function limitConnections(
  server: Server,
  { maximum, trustedProxies }: { readonly maximum: number; readonly trustedProxies: readonly string[] },
): void {
  if (maximum === 0) return;
  const isTrusted = createTrustedNetworks(trustedProxies);
  const open = createHeldByNetwork(maximum);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress)) return;
    if (!open.hasRoom(remoteAddress)) {
      socket.destroy();
      return;
    }
    open.add(remoteAddress);
    socket.once('close', () => open.remove(remoteAddress));
  });
}
