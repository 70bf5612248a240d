import { expect, test } from 'vitest';
import { networkAddress } from './network-address.ts';

const ip4 = (address: string, internal = false) => ({ address, family: 'IPv4' as const, internal });
const loopback = [ip4('127.0.0.1', true)];

test('default: the address in the network, not the loopback one', () => {
  expect(networkAddress({ lo: loopback, wlan0: [ip4('192.168.1.7')] })).toBe('192.168.1.7');
});

test.each([
  ['an interface of containers comes first', { docker0: [ip4('172.17.0.1')], eth0: [ip4('10.0.0.5')] }, '10.0.0.5'],
  ['only such an interface exists', { lo: loopback, tap0: [ip4('10.9.9.9')] }, '10.9.9.9'],
  ['an address without a network comes first', { en0: [ip4('169.254.3.4'), ip4('10.0.0.6')] }, '10.0.0.6'],
])('behavior: %s', (_name, interfaces, expected) => {
  expect(networkAddress(interfaces)).toBe(expected);
});

test('behavior: null where this machine has no network', () => {
  const ip6 = { address: 'fe80::1', family: 'IPv6' as const, internal: false };
  expect(networkAddress({ lo: loopback, eth0: [ip6] })).toBeNull();
});
