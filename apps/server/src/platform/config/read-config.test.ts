import { describe, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig } from './read-config.ts';
import type { ProcessName } from './settings.ts';

const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ANVIL_KEY_1 = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const ANVIL_KEY_9 = '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6';
const OPERATORS = [1, 2, 3].map((n) => `0x${String(n).repeat(40)}`);
const OWN_KEY = `0x${'5a'.repeat(32)}`;
const GUARD_KEY = `0x${'5c'.repeat(32)}`;

const GOOD: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://mint:secret@db.internal:5432/mint?sslmode=verify-full',
  RPC_URL: 'https://rpc.juchain.example/key',
  WITNESS_RPC_URLS: 'https://rpc.other.example, https://rpc.third.example/key',
  CHAIN_ID: '210000',
  VAULT_ADDRESS: ADDRESS,
  FMC_ADDRESS: ADDRESS,
  ANCHORS_ADDRESS: ADDRESS,
  ROUTER_ADDRESS: ADDRESS,
  FACTORY_ADDRESS: ADDRESS,
  WRAPPED_NATIVE_ADDRESS: ADDRESS.toLowerCase(),
  HOST: '0.0.0.0',
  PORT: '8080',
  SIGN_IN_DOMAINS: 'mint.example, www.mint.example',
  PUBLIC_ORIGINS: 'https://mint.example',
  OPERATOR_ADDRESSES: OPERATORS.join(),
  OPERATOR_NAME: 'Mint Ltd',
  OPERATOR_CONTACT: 'hello@mint.example',
  PAGE_ORIGIN: 'https://mint.example',
  TREES_FOLDER: '/srv/city-mint/trees',
};

function problemsOf(change: NodeJS.ProcessEnv, process: ProcessName = 'api'): string {
  try {
    readConfig({ ...GOOD, ...change }, process);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('readConfig', () => {
  test('default: reads a complete production environment', () => {
    const config = readConfig(GOOD);
    expect(config.SIGN_IN_DOMAINS).toEqual(['mint.example', 'www.mint.example']);
    expect(config.WRAPPED_NATIVE_ADDRESS).toBe(ADDRESS);
    expect(config.FINALITY_CONFIRMATIONS).toBe(64);
  });

  test('behavior: a developer sets only settings without a sensible default', () => {
    const { HOST, PORT, SIGN_IN_DOMAINS, PUBLIC_ORIGINS, OPERATOR_NAME, OPERATOR_CONTACT, NODE_ENV, ...rest } = GOOD;
    const config = readConfig({ ...rest, CHAIN_ID: '202599', RPC_URL: 'http://127.0.0.1:8545' });
    expect(config).toMatchObject({ NODE_ENV: 'development', PORT: 3000, CHAIN_ID: 202599 });
  });

  const bad: [setting: string, value: string | undefined, process?: ProcessName][] = [
    ['DATABASE_URL', undefined],
    ['DATABASE_URL', 'mysql://mint@db/mint'],
    ['DATABASE_URL', 'postgres://mint:secret@db.internal:5432/mint'],
    ['DATABASE_URL', 'postgres://mint:secret@10.0.0.7/mint?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://mint:secret@localhost/mint?host=db.internal'],
    ['DATABASE_DIRECT_URL', 'postgres://mint:secret@db.internal:5432/mint'],
    ['READ_DATABASE_URLS', 'http://db.internal'],
    ['READ_DATABASE_URLS', 'postgres://mint@localhost/mint,postgres://mint:secret@db.internal:5432/mint'],
    ['RPC_URL', ''],
    ['RPC_URL', 'ws://rpc.juchain.example'],
    ['RPC_URL', 'http://localhost:8545'],
    ['RPC_URL', 'http://127.0.0.1:8545'],
    ['RPC_URL', 'http://[::1]:8545'],
    ['PUBLIC_RPC_URL', 'http://localhost:8545'],
    ['PUBLIC_WITNESS_RPC_URLS', 'https://rpc.other.example,http://localhost:8545'],
    ['PUBLIC_WITNESS_RPC_URLS', 'http://rpc.other.example'],
    ['PUBLIC_WITNESS_RPC_URLS', 'rpc.other.example'],
    ['WALLETCONNECT_RELAY_URL', 'https://relay.example'],
    ['WALLETCONNECT_RELAY_URL', 'ws://relay.example'],
    ['WALLETCONNECT_RELAY_URL', 'wss://localhost:8546'],
    ['RPC_URL', 'http://rpc.juchain.example'],
    ['WITNESS_RPC_URLS', undefined],
    ['WITNESS_RPC_URLS', 'https://rpc.other.example'],
    ['WITNESS_RPC_URLS', 'https://rpc.other.example/a,https://rpc.other.example/b'],
    ['WITNESS_RPC_URLS', 'https://rpc.other.example,https://rpc.juchain.example:8443'],
    ['WITNESS_RPC_URLS', 'https://rpc.other.example,http://rpc.third.example'],
    ['WITNESS_RPC_URLS', 'https://rpc.other.example,http://127.0.0.1:8545'],
    ['WITNESS_RPC_URLS', 'rpc.other.example'],
    ['WITNESS_RPC_URLS', 'https://rpc.other.example,https://second.juchain.example'],
    ['WITNESS_RPC_URLS', 'https://a.other.co.uk,https://b.other.co.uk'],
    ['START_BLOCK', '-1'],
    ['CHAIN_ID', '1'],
    ['CHAIN_ID', '31337'],
    ['CHAIN_ID', '202599'],
    ['CHAIN_ID', '999997'],
    ['VAULT_ADDRESS', undefined],
    ['VAULT_ADDRESS', '0x5fbDB2315678afecb367f032d93F642f64180aa3'],
    ['FMC_ADDRESS', `0x${'0'.repeat(40)}`],
    ['ANCHORS_ADDRESS', '0x12'],
    ['VOUCHER_SIGNER_KEY', undefined, 'worker'],
    ['VOUCHER_SIGNER_KEY', '0x12', 'worker'],
    ['VOUCHER_SIGNER_KEY', ANVIL_KEY_1, 'worker'],
    ['VOUCHER_SIGNER_KEY', ANVIL_KEY_9.toUpperCase().replace('0X', '0x'), 'worker'],
    ['VOUCHER_SIGNER_KEY', OWN_KEY, 'api'],
    ['VOUCHER_SIGNER_KEY', OWN_KEY, 'indexer'],
    ['OPERATOR_ADDRESSES', undefined, 'operator'],
    ['OPERATOR_ADDRESSES', undefined, 'ops'],
    ['OPERATOR_ADDRESSES', undefined, 'auditor'],
    ['OPERATOR_ADDRESSES', '0x12', 'worker'],
    ['OPERATOR_ADDRESSES', OPERATORS.slice(1).join(), 'operator'],
    ['OPERATOR_ADDRESSES', [...OPERATORS, OPERATORS[0]].join(), 'ops'],
    ['SCRIBE_KEY', '0x12', 'worker'],
    ['SCRIBE_KEY', ANVIL_KEY_9, 'worker'],
    ['SCRIBE_KEY', OWN_KEY, 'worker'],
    ['SCRIBE_KEY', `0x${'5b'.repeat(32)}`, 'api'],
    ['SCRIBE_KEY', `0x${'5b'.repeat(32)}`, 'indexer'],
    ['GUARD_KEY', undefined, 'auditor'],
    ['GUARD_KEY', '0x12', 'auditor'],
    ['GUARD_KEY', ANVIL_KEY_9, 'auditor'],
    ['AUDITOR_KEY', undefined, 'auditor'],
    ['AUDITOR_KEY', '0x12', 'auditor'],
    ['AUDITOR_KEY', ANVIL_KEY_9, 'auditor'],
    ['AUDITOR_KEY', GUARD_KEY, 'auditor'],
    ['AUDITOR_KEY', OWN_KEY, 'worker'],
    ['GUARD_KEY', OWN_KEY, 'api'],
    ['GUARD_KEY', OWN_KEY, 'ops'],
    ['VOUCHER_SIGNER_KEY', OWN_KEY, 'operator'],
    ['GUARD_KEY', OWN_KEY, 'indexer'],
    ['GUARD_KEY', `0x${'5b'.repeat(32)}`, 'worker'],
    ['VOUCHER_SIGNER_KEY', OWN_KEY, 'auditor'],
    ['SCRIBE_MAX_GAS_PRICE', '0'],
    ['EXCHANGE_URL', 'http://exchange.example'],
    ['EXCHANGE_URL', 'https://localhost'],
    ['EXCHANGE_KEY', 'short', 'worker'],
    ['EXCHANGE_KEY', OWN_KEY, 'api'],
    ['PORT', '99999'],
    ['PORT', '80x'],
    ['PORT', undefined],
    ['HOST', undefined],
    ['SIGN_IN_DOMAINS', undefined],
    ['SIGN_IN_DOMAINS', '203.0.113.7:8080'],
    ['SIGN_IN_DOMAINS', 'https://mint.example'],
    ['SIGN_IN_DOMAINS', 'localhost:3000'],
    ['PUBLIC_ORIGINS', '*'],
    ['PUBLIC_ORIGINS', 'https://mint.example/'],
    ['PUBLIC_ORIGINS', 'http://mint.example'],
    ['PUBLIC_ORIGINS', 'http://localhost:5173'],
    ['OPERATOR_NAME', undefined],
    ['OPERATOR_NAME', undefined, 'worker'],
    ['PAGE_ORIGIN', undefined, 'ops'],
    ['PAGE_ORIGIN', 'http://mint.example', 'ops'],
    ['PAGE_ORIGIN', undefined, 'auditor'],
    ['PAGE_ORIGIN', 'http://mint.example', 'auditor'],
    ['PAGE_ORIGIN', 'https://localhost:3000', 'auditor'],
    ['TREES_FOLDER', undefined, 'auditor'],
    ['FINALITY_CONFIRMATIONS', '0'],
    ['FINALITY_CONFIRMATIONS', '1', 'indexer'],
    ['FINALITY_CONFIRMATIONS', '11', 'auditor'],
    ['LOG_LEVEL', 'silent'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
    ['REGION_HEADER', 'cf-ipcountry'],
    ['REGION_HEADER', 'no header'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '0.0.0.0/2,64.0.0.0/9'],
    ['TRUSTED_PROXIES', '::/1', 'ops'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['JOIN_LIMIT_PER_MINUTE', '0'],
    ['SIGN_IN_LIMIT_PER_MINUTE', '0', 'ops'],
    ['CONNECTIONS_PER_ADDRESS', '0'],
    ['TRUSTED_PROXIES', '2'.repeat(3).concat(' hops')],
    ['METRICS_TOKEN', 'short'],
    ['SECURITY_CONTACT', 'reports@mint.example'],
    ['SECURITY_CONTACT', 'http://mint.example/report'],
    ['SECURITY_CONTACT', 'mailto:security@mint.example\nPolicy: https://other.example'],
    ['ALLOW_TEST_CHAIN', 'true'],
  ];
  test.each(bad)('behavior: production refuses %s=%s and names it', (setting, value, process) => {
    const keys = {
      worker: { VOUCHER_SIGNER_KEY: OWN_KEY },
      auditor: { GUARD_KEY, AUDITOR_KEY: `0x${'5d'.repeat(32)}` },
    };
    const key = process === 'worker' || process === 'auditor' ? keys[process] : {};
    const message = problemsOf({ ...key, [setting]: value }, process);
    expect(message).toContain(`${setting} `);
    expect(message.split('\n')).toHaveLength(1);
    if (value !== undefined && value.length > 12) expect(message).not.toContain(value);
  });

  test('behavior: requires both address and secret key of the exchange, or neither', () => {
    const worker = { VOUCHER_SIGNER_KEY: OWN_KEY, EXCHANGE_URL: 'https://exchange.example' };
    expect(problemsOf({ ...worker, EXCHANGE_KEY: OWN_KEY }, 'worker')).toBe('accepted');
    expect(problemsOf(worker, 'worker')).toBe('EXCHANGE_KEY is missing');
    const known = 'development key of the exchange that everybody knows';
    expect(problemsOf({ ...worker, EXCHANGE_KEY: known }, 'worker')).toMatch(
      /^EXCHANGE_KEY is a publicly known development key/,
    );
    expect(problemsOf({ VOUCHER_SIGNER_KEY: OWN_KEY, EXCHANGE_KEY: OWN_KEY }, 'worker')).toBe(
      'EXCHANGE_URL is missing',
    );
  });

  test('behavior: a worker runs without a scribe’s key, or with a separate one', () => {
    const worker = { VOUCHER_SIGNER_KEY: OWN_KEY };
    expect(problemsOf(worker, 'worker')).toBe('accepted');
    expect(problemsOf({ ...worker, SCRIBE_KEY: `0x${'5b'.repeat(32)}` }, 'worker')).toBe('accepted');
  });

  test('behavior: reports all bad settings together', () => {
    const message = problemsOf({ PORT: 'x', RPC_URL: undefined, CHAIN_ID: '5' });
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(['RPC_URL', 'CHAIN_ID', 'PORT']);
  });

  test('behavior: a test chain in production requires its own setting', () => {
    expect(problemsOf({ CHAIN_ID: '202599', ALLOW_TEST_CHAIN: 'yes' })).toBe('accepted');
  });

  test('refuses web push with a known key, without a contact, in another process, and to this machine', () => {
    const key = (hex: string) => Buffer.from(hex.slice(2), 'hex').toString('base64url');
    const good = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_CONTACT: 'mailto:hello@mint.example' };
    const worker = { VOUCHER_SIGNER_KEY: OWN_KEY };
    expect(problemsOf({ ...worker, ...good, VAPID_PRIVATE_KEY: key(OWN_KEY) }, 'worker')).toBe('accepted');
    expect(problemsOf({ ...worker, ...good, VAPID_PRIVATE_KEY: key(ANVIL_KEY_9) }, 'worker')).toContain(
      'VAPID_PRIVATE_KEY',
    );
    expect(problemsOf({ ...worker, VAPID_PRIVATE_KEY: key(OWN_KEY) }, 'worker')).toMatch(
      /VAPID_PUBLIC_KEY[\s\S]*VAPID_CONTACT/,
    );
    expect(problemsOf({ ...good, VAPID_PRIVATE_KEY: key(OWN_KEY) }, 'api')).toContain('for the worker alone');
    expect(problemsOf({ PUSH_HOSTS: 'fcm.googleapis.com,127.0.0.1' })).toContain('PUSH_HOSTS');
  });

  test('refuses mail without a sender or a page, in another process, and options that could turn off TLS', () => {
    const worker = { VOUCHER_SIGNER_KEY: OWN_KEY, PAGE_ORIGIN: 'https://mint.example' };
    const good = { SMTP_URL: 'smtps://user:pass@mail.example', MAIL_FROM: 'notices@mint.example' };
    expect(problemsOf({ ...worker, ...good }, 'worker')).toBe('accepted');
    expect(problemsOf({ ...worker, ...good, SMTP_URL: 'smtp://127.0.0.1:25' }, 'worker')).toBe('accepted');
    expect(problemsOf({ ...worker, SMTP_URL: good.SMTP_URL, PAGE_ORIGIN: undefined }, 'worker')).toMatch(
      /MAIL_FROM is missing[\s\S]*PAGE_ORIGIN is missing/,
    );
    expect(problemsOf(good, 'api')).toContain('SMTP_URL is for the worker alone');
    expect(problemsOf({ ...worker, MAIL_FROM: good.MAIL_FROM }, 'worker')).toContain('SMTP_URL is missing');
    for (const SMTP_URL of [
      'smtp://user:50%off@mail.example',
      'smtp://:pass@mail.example',
      'smtp:',
      'https://mail.example',
      'smtp://mail.example?ignoreTLS=true',
      'smtp://a.example/b',
    ])
      expect(problemsOf({ ...worker, ...good, SMTP_URL }, 'worker')).toContain('SMTP_URL must be');
    for (const MAIL_FROM of ['City Mint <a@mint.example>', 'a@mint.example\r\nBcc: b@mint.example', 'a@Mint.example'])
      expect(problemsOf({ ...worker, ...good, MAIL_FROM }, 'worker')).toContain('MAIL_FROM must be');
  });
});
