import { expect, test } from 'vitest';
import { parseBuildSettings } from './parse-build-settings.ts';

test('default: uses the test chain and the page’s own origin', () => {
  expect(parseBuildSettings({})).toEqual({
    chainId: 202599,
    rpcUrl: 'http://127.0.0.1:8545',
    explorerUrl: null,
    apiBase: '',
    walletConnectProjectId: null,
    walletConnectRelay: null,
    contracts: null,
  });
});

const CONTRACTS = {
  VITE_VAULT: `0x${'1'.repeat(40)}`,
  VITE_FMC: `0x${'2'.repeat(40)}`,
  VITE_ROUTER: `0x${'3'.repeat(40)}`,
};

test('behavior: accepts all of a build’s contracts or none', () => {
  expect(parseBuildSettings(CONTRACTS).contracts).toEqual({
    vault: CONTRACTS.VITE_VAULT,
    fmc: CONTRACTS.VITE_FMC,
    router: CONTRACTS.VITE_ROUTER,
  });
  expect(() => parseBuildSettings({ VITE_VAULT: CONTRACTS.VITE_VAULT })).toThrow('VITE_FMC');
  expect(() => parseBuildSettings({ ...CONTRACTS, VITE_ROUTER: 'main' })).toThrow('VITE_ROUTER');
});

test('behavior: removes a trailing slash; treats an empty setting as absent', () => {
  const settings = parseBuildSettings({ VITE_API_BASE: 'https://api.example/', VITE_EXPLORER_URL: ' ' });
  expect(settings.apiBase).toBe('https://api.example');
  expect(settings.explorerUrl).toBeNull();
});

test('behavior: accepts only a WebSocket address without a path as a relay', () => {
  expect(parseBuildSettings({ VITE_WC_RELAY: 'wss://relay.example/' }).walletConnectRelay).toBe('wss://relay.example');
  for (const VITE_WC_RELAY of ['https://relay.example', 'wss://relay.example/?key=1', 'relay.example']) {
    expect(() => parseBuildSettings({ VITE_WC_RELAY })).toThrow('VITE_WC_RELAY');
  }
});

test('behavior: rejects a chain id that is not a number', () => {
  expect(() => parseBuildSettings({ VITE_CHAIN_ID: 'main' })).toThrow('VITE_CHAIN_ID');
});
