import type { FastifyRequest } from 'fastify';
import type { ServerSettings } from './server-deps.ts';
import { createTrustedNetworks } from './trusted-networks.ts';

const COUNTRY = /^[A-Za-z]{2}$/;

/**
 * Returns a function that reads the country (ISO 3166-1 alpha-2) of a call from the header of a trusted proxy; null
 * without one.
 */
export function createRegionOf({
  regionHeader,
  trustedProxies,
}: Pick<ServerSettings, 'regionHeader' | 'trustedProxies'>): (request: FastifyRequest) => string | null {
  if (regionHeader === undefined) return () => null;
  const name = regionHeader.toLowerCase();
  const isTrusted = createTrustedNetworks(trustedProxies);
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const value = headers[name];
    if (typeof value !== 'string' || !COUNTRY.test(value)) return null;
    return isTrusted(remoteAddress) ? value.toUpperCase() : null;
  };
}
