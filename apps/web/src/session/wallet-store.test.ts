import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { afterEach, expect, test } from 'vitest';
import { ALICE } from '#testing/sample-session.ts';
import { hasEarlierWallet, readEarlierConnection } from './wallet-store.ts';

const NOTHING = { status: 'disconnected', address: undefined, chainId: undefined, walletName: null };

/** Returns the wallet library's persisted state. */
function persisted(connection: object, current: string | null = 'a1'): string {
  const connections = { __type: 'Map', value: [['a1', connection]] };
  return JSON.stringify({ state: { connections, chainId: 202599, current }, version: 3 });
}

afterEach(() => {
  browserStorage.removeItem('fmc.recentConnectorId');
  browserStorage.removeItem('fmc.injected.disconnected');
});

test('default: the connection of an earlier visit is being restored', () => {
  const connection = { accounts: [ALICE], chainId: 202599, connector: { id: 'injected', name: 'Mint Wallet' } };
  expect(readEarlierConnection(persisted(connection))).toEqual({
    status: 'reconnecting',
    address: ALICE,
    chainId: 202599,
    walletName: 'Mint Wallet',
  });
});

test.each([
  ['none', null],
  ['no connection is current', persisted({ accounts: [ALICE], chainId: 1 }, null)],
  ['no JSON', '{'],
  ['other JSON', '[7]'],
  ['an account that is no address', persisted({ accounts: ['0x12'], chainId: 1 })],
  ['accounts that are no list', persisted({ accounts: ALICE, chainId: 1 })],
  ['a chain that is no number', persisted({ accounts: [ALICE], chainId: '1' })],
  ['connections that are no list', '{"state":{"connections":{"value":7},"current":"a1"}}'],
])('behavior: %s is no connection', (_name, text) => {
  expect(readEarlierConnection(text)).toEqual(NOTHING);
});

test('hasEarlierWallet: true until the user disconnects it', () => {
  expect(hasEarlierWallet()).toBe(false);
  browserStorage.setItem('fmc.recentConnectorId', '"injected"');
  expect(hasEarlierWallet()).toBe(true);
  browserStorage.setItem('fmc.injected.disconnected', 'true');
  expect(hasEarlierWallet()).toBe(false);
});
