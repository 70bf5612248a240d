import { createHash } from 'node:crypto';
import { parseSiweMessage } from 'viem/siwe';
import { describe, expect, test } from 'vitest';
import { checkSignInOrigin } from './check-sign-in-origin.ts';
import { confirmationMessage } from './confirmation-message.ts';
import { hashToken, newToken } from './token.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const text = {
  address: ALICE,
  chainId: 210_000,
  domain: 'mint.example',
  notice: ['The inviter earns a share of the fee.'],
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: new Date(Date.UTC(2026, 0, 5)),
  expiresAt: new Date(Date.UTC(2026, 0, 5, 0, 5)),
} as const;

describe('confirmationMessage', () => {
  test.each([
    [{ action: 'bind-inviter', superior: ALICE }, ALICE],
    [{ action: 'bind-exchange-uid', uid: '10002000' }, '10002000'],
  ] as const)('default: %o is named before the fields', (confirmed, shown) => {
    const lines = confirmationMessage({ ...text, confirmed }).split('\n');
    expect(lines[0]).toContain('(mint.example)');
    expect(lines[2]).toContain(shown);
    expect(lines[3]).toBe(text.notice[0]);
    expect(lines.slice(-5)).toEqual([
      `Account: ${ALICE}`,
      'Chain ID: 210000',
      `Nonce: ${text.nonce}`,
      'Issued At: 2026-01-05T00:00:00.000Z',
      'Expires At: 2026-01-05T00:05:00.000Z',
    ]);
  });

  test('behavior: wallets do not recognise it as a sign-in', () => {
    const confirmed = { action: 'bind-exchange-uid', uid: '1' } as const;
    const parsed = parseSiweMessage(confirmationMessage({ ...text, confirmed }));
    expect(parsed.domain).toBeUndefined();
    expect(parsed.address).toBeUndefined();
  });
});

describe('tokens', () => {
  test('default: 43 characters of base64url, never the same, stored as their SHA-256', () => {
    const tokens = Array.from({ length: 100 }, newToken);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(tokens).size).toBe(100);
    expect(hashToken('abc')).toEqual(createHash('sha256').update('abc').digest());
  });
});

describe('checkSignInOrigin', () => {
  const allowed = ['mint.example', 'localhost:3000', '127.0.0.1:3000', '192.168.1.7:8080', '1.2.3.4.example'];
  const check = (domain: string, uri: string, origin: string | null = null) =>
    checkSignInOrigin({ domain, uri, origin }, allowed);

  test.each<[string, string, string | null]>([
    ['mint.example', 'https://mint.example', null],
    ['mint.example', 'https://mint.example/', 'https://mint.example'],
    ['localhost:3000', 'http://localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000/', null],
    ['192.168.1.7:8080', 'http://192.168.1.7:8080', 'http://192.168.1.7:8080'],
  ])('default: %s with %s from %s is allowed', (domain, uri, origin) => expect(check(domain, uri, origin)).toBeNull());

  test.each<[string, string | null]>([
    ['evil.example', null],
    ['MINT.example', null],
    ['mint.example:443', null],
    ['www.mint.example', null],
    ['mint.example', 'https://evil.example'],
    ['mint.example', 'https://mint.example:8443'],
    ['mint.example', 'null'],
  ])('behavior: the domain %s from %s is refused before its uri is checked', (domain, origin) => {
    expect(check(domain, 'not a uri', origin)).toBe('domain-not-allowed');
  });

  test.each([
    'http://mint.example',
    'https://evil.example',
    'https://mint.example:8443',
    'https://mint.example:443',
    'https://user@mint.example',
    'https://user:password@mint.example',
    'https://mint.example/#here',
    'https://mint.example/a/../b',
    'https://mint.example/city?tab=mine',
    'https://MINT.example',
    'https://mint.example\\@evil.example',
    'ftp://mint.example',
    'mint.example',
    '',
  ])('behavior: the uri %j is refused', (uri) => expect(check('mint.example', uri)).toBe('uri-not-allowed'));

  test('behavior: http is refused for a name that only resembles an address', () => {
    expect(check('1.2.3.4.example', 'http://1.2.3.4.example')).toBe('uri-not-allowed');
    expect(check('1.2.3.4.example', 'https://1.2.3.4.example')).toBeNull();
  });
});
