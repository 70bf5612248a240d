import { readConfig } from '@city-mint/server/platform/config/read-config';
import { describe, expect, test, vi } from 'vitest';
import { exchangeEnvironment, scribeEnvironment, serverEnvironment, workerEnvironment } from './server-environment.ts';

const CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

function buildEnvironment() {
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
  });
}

describe('serverEnvironment', () => {
  test.each(['api', 'indexer'] as const)('default: the %s accepts it', (process) => {
    expect(readConfig(buildEnvironment(), process)).toMatchObject({ PORT: 8080, CHAIN_ID: 202_599, WEB_DIST: '/dist' });
  });

  test('behavior: it has no signing key, so the worker refuses it', () => {
    expect(Object.keys(buildEnvironment()).filter((name) => name.endsWith('_KEY'))).toEqual([]);
    expect(() => readConfig(buildEnvironment(), 'worker')).toThrow('VOUCHER_SIGNER_KEY');
  });

  test('behavior: of this process only PATH, HOME and LOG_LEVEL are inherited', () => {
    vi.stubEnv('LOG_LEVEL', 'debug');
    vi.stubEnv('DATABASE_URL', 'postgres://production');
    vi.stubEnv('METRICS_TOKEN', 'secret');
    const environment = buildEnvironment();
    vi.unstubAllEnvs();
    expect(environment['LOG_LEVEL']).toBe('debug');
    expect(environment['DATABASE_URL']).toContain('city_mint');
    expect(environment['METRICS_TOKEN']).toBeUndefined();
  });
});

test('behavior: the worker accepts its environment with the variables of scribe and exchange', () => {
  const environment = {
    ...workerEnvironment(buildEnvironment()),
    ...scribeEnvironment(),
    ...exchangeEnvironment(9_000),
  };
  const config = readConfig(environment, 'worker');
  expect(config.EXCHANGE_URL).toContain('9000');
  expect(config.SCRIBE_KEY).not.toBe(config.VOUCHER_SIGNER_KEY);
});
