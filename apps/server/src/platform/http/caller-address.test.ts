import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createRegionOf } from './region-of.ts';
import { createTrustedNetworks } from './trusted-networks.ts';

describe('createTrustedNetworks', () => {
  const isTrusted = createTrustedNetworks(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1']);

  test.each([
    ['10.0.0.0', true],
    ['10.255.255.255', true],
    ['11.0.0.0', false],
    ['9.255.255.255', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['::1', true],
    ['::2', false],
    ['::ffff:10.1.2.3', true],
    ['', false],
  ])('default: %s is trusted: %s', (address, trusted) => expect(isTrusted(address)).toBe(trusted));

  test('behavior: without networks no address is trusted', () => {
    expect(createTrustedNetworks([])('127.0.0.1')).toBe(false);
  });
});

describe('createRegionOf', () => {
  /** A request has more fields than those that determine the region. */
  const requestOf = (headers: Record<string, string | string[]>, remoteAddress: string | undefined = '10.0.0.1') =>
    ({ headers, socket: { remoteAddress } }) as unknown as FastifyRequest;
  const regionOf = createRegionOf({ regionHeader: 'CF-IPCountry', trustedProxies: ['10.0.0.0/8'] });

  test.each<[string, Record<string, string | string[]>, string | null]>([
    ['a country', { 'cf-ipcountry': 'CH' }, 'CH'],
    ['lower case', { 'cf-ipcountry': 'ch' }, 'CH'],
    ['no header', {}, null],
    ['another header', { 'x-country': 'CH' }, null],
    ['three letters', { 'cf-ipcountry': 'CHE' }, null],
    ['a digit', { 'cf-ipcountry': 'T1' }, null],
    ['nothing', { 'cf-ipcountry': '' }, null],
    ['a list', { 'cf-ipcountry': ['CH', 'DE'] }, null],
    ['two countries in one', { 'cf-ipcountry': 'CH, DE' }, null],
  ])('default: from a trusted proxy %s means %o', (_, headers, region) => {
    expect(regionOf(requestOf(headers))).toBe(region);
  });

  test.each(['192.0.2.1', undefined])('behavior: from %s the header is ignored', (remoteAddress) => {
    const request = requestOf({ 'cf-ipcountry': 'CH' });
    expect(regionOf({ ...request, socket: { remoteAddress } } as unknown as FastifyRequest)).toBeNull();
  });

  test('behavior: without a configured header the region is unknown', () => {
    const unknown = createRegionOf({ regionHeader: undefined, trustedProxies: ['0.0.0.0/0'] });
    expect(unknown(requestOf({ 'cf-ipcountry': 'CH' }))).toBeNull();
  });
});
