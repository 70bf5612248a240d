import { expect, test } from 'vitest';
import { checkPhoneSettings } from './check-phone-settings.ts';

const LOCAL = {
  NODE_ENV: 'development',
  CHAIN_ID: '202599',
  RPC_URL: 'http://127.0.0.1:8545',
  WALLETCONNECT_RELAY_URL: 'ws://127.0.0.1:8547',
  PORT: '8088',
  PHONE_FILE: '/tmp/phone.json',
  VAULT_ADDRESS: '0x1',
  FMC_ADDRESS: '0x2',
  ROUTER_ADDRESS: '0x3',
};

test('runs for the chain of this machine', () => {
  expect(checkPhoneSettings(LOCAL)).toMatchObject({ chainId: 202_599, port: 8088, contracts: { vault: '0x1' } });
});

test.each([
  [{ NODE_ENV: 'production' }, 'in production'],
  [{ CHAIN_ID: '210000' }, 'for the main chain'],
  [{ RPC_URL: 'https://rpc.example' }, 'a node of this machine'],
  [{ PORT: '' }, 'PORT is not set'],
])('refuses to run with %o', (change, problem) => {
  expect(() => checkPhoneSettings({ ...LOCAL, ...change })).toThrow(problem);
});
