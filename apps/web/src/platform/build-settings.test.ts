import { expect, test } from 'vitest';
import { parseBuildSettings } from './build-settings.ts';

test('default: the test chain and the page’s own origin', () => {
  expect(parseBuildSettings({})).toEqual({
    chainId: 202599,
    rpcUrl: 'http://127.0.0.1:8545',
    explorerUrl: null,
    apiBase: '',
    walletConnectProjectId: null,
  });
});

test('behavior: no slash at the end of an address, an empty setting is none', () => {
  const settings = parseBuildSettings({ VITE_API_BASE: 'https://api.example/', VITE_EXPLORER_URL: ' ' });
  expect(settings.apiBase).toBe('https://api.example');
  expect(settings.explorerUrl).toBeNull();
});

test('behavior: a chain id that is no number is refused', () => {
  expect(() => parseBuildSettings({ VITE_CHAIN_ID: 'main' })).toThrow('VITE_CHAIN_ID');
});
