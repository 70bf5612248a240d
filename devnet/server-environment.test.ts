import { readConfig } from '@city-mint/server/platform/config/read-config';
import { describe, expect, test, vi } from 'vitest';
import {
  apiEnvironment,
  exchangeEnvironment,
  mailEnvironment,
  type NetworkEndpoints,
  scribeEnvironment,
  serverEnvironment,
  workerEnvironment,
} from './server-environment.ts';

const CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

function buildEnvironment(network: NetworkEndpoints | null = null) {
  const contracts = {
    vault: CONTRACT,
    fmc: CONTRACT,
    anchors: CONTRACT,
    router: CONTRACT,
    factory: CONTRACT,
    wrappedNative: CONTRACT,
    pair: CONTRACT,
  } as const;
  return serverEnvironment({
    databaseUrl: 'postgres://postgres@127.0.0.1:5432/city_mint',
    rpcUrl: 'http://127.0.0.1:8545',
    chainId: 202_599,
    contracts,
    port: 8080,
    webDist: '/dist',
    network,
  });
}

describe('serverEnvironment', () => {
  test.each(['api', 'indexer'] as const)('default: the %s accepts it', (process) => {
    expect(readConfig(buildEnvironment(), process)).toMatchObject({ PORT: 8080, CHAIN_ID: 202_599, WEB_DIST: '/dist' });
  });

  test('behavior: only with --host, and only the api, is it open to the network, under the address there too', () => {
    const network = { host: '192.168.1.7', nodePort: 8546 };
    const closed = buildEnvironment();
    const open = buildEnvironment(network);
    expect(readConfig(apiEnvironment(closed, null), 'api').HOST).toBe('127.0.0.1');
    expect(closed['SIGN_IN_DOMAINS']).toBe('127.0.0.1:8080,localhost:8080');
    expect(closed['PUBLIC_RPC_URL']).toBeUndefined();
    expect(readConfig(apiEnvironment(open, network), 'api').HOST).toBe('0.0.0.0');
    expect(open).toMatchObject({
      HOST: '127.0.0.1',
      RPC_URL: 'http://127.0.0.1:8545',
      PUBLIC_RPC_URL: 'http://192.168.1.7:8546',
      SIGN_IN_DOMAINS: '127.0.0.1:8080,localhost:8080,192.168.1.7:8080',
      PUBLIC_ORIGINS: 'http://127.0.0.1:8080,http://localhost:8080,http://192.168.1.7:8080',
    });
  });

  test('behavior: it has no signing key, so the worker refuses it', () => {
    expect(Object.keys(buildEnvironment()).filter((name) => name.endsWith('_KEY'))).toEqual([]);
    expect(() => readConfig(buildEnvironment(), 'worker')).toThrow('VOUCHER_SIGNER_KEY');
  });

  test('behavior: of this process only PATH, HOME, LOG_LEVEL and NODE_COMPILE_CACHE are inherited', () => {
    vi.stubEnv('LOG_LEVEL', 'debug');
    vi.stubEnv('DATABASE_URL', 'postgres://production');
    vi.stubEnv('METRICS_TOKEN', 'secret');
    vi.stubEnv('NODE_COMPILE_CACHE', '/cache');
    const environment = buildEnvironment();
    vi.unstubAllEnvs();
    expect(environment['LOG_LEVEL']).toBe('debug');
    expect(environment['DATABASE_URL']).toContain('city_mint');
    expect(environment['METRICS_TOKEN']).toBeUndefined();
    expect(environment['NODE_COMPILE_CACHE']).toBe('/cache');
  });
});

test('behavior: the worker accepts its environment with the variables of scribe, exchange and mail', () => {
  const environment = {
    ...workerEnvironment(buildEnvironment()),
    ...scribeEnvironment(),
    ...exchangeEnvironment(9_000),
    ...mailEnvironment(9_001, 'http://localhost:8080'),
  };
  const config = readConfig(environment, 'worker');
  expect(config.EXCHANGE_URL).toContain('9000');
  expect(config.SMTP_URL).toBe('smtp://127.0.0.1:9001');
  expect(config.SCRIBE_KEY).not.toBe(config.VOUCHER_SIGNER_KEY);
});
