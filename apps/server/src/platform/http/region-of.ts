import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ServerSettings } from './server-deps.ts';

const COUNTRY = /^[A-Za-z]{2}$/;

/**
 * Says from which country (ISO 3166-1 alpha-2) a call comes, as a trusted proxy tells in the header; null where nobody tells who is believed.
 */
export function createRegionOf({
  regionHeader,
  trustedProxies,
}: Pick<ServerSettings, 'regionHeader' | 'trustedProxies'>): (request: FastifyRequest) => string | null {
  if (regionHeader === undefined) return () => null;
  const name = regionHeader.toLowerCase();
  const trusted = blockListOf(trustedProxies);
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const value = headers[name];
    if (typeof value !== 'string' || !COUNTRY.test(value)) return null;
    return trusted.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4') ? value.toUpperCase() : null;
  };
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
