import { describe, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { isDevelopmentKey } from './development-keys.ts';
import { isOrigin } from './settings.ts';

describe('isOrigin', () => {
  test.each(['https://mint.example', 'http://localhost:3000', 'https://mint.example:8443', 'https://xn--bcher-kva.ch'])(
    'default: accepts %s',
    (text) => expect(isOrigin(text)).toBe(true),
  );

  test.each([
    'https://mint.example/',
    'https://mint.example/path',
    'https://mint.example?a',
    'https://mint.example:443',
    'http://mint.example:80',
    'https://Mint.example',
    'https://user@mint.example',
    'https://bücher.ch',
    'ftp://mint.example',
    'mint.example',
    'null',
    '*',
    '',
  ])('behavior: rejects %j', (text) => expect(isOrigin(text)).toBe(false));
});

describe('isDevelopmentKey', () => {
  test('default: recognises the first key of anvil, also in upper case, and no other key', () => {
    const anvil = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
    expect(isDevelopmentKey(anvil)).toBe(true);
    expect(isDevelopmentKey(`0x${anvil.slice(2).toUpperCase()}`)).toBe(true);
    expect(isDevelopmentKey(`0x${'5a'.repeat(32)}`)).toBe(false);
  });
});

describe('ConfigError', () => {
  test('default: has one line per setting', () => {
    const error = new ConfigError([
      { setting: 'PORT', problem: 'is missing' },
      { setting: 'HOST', problem: 'must not be empty' },
    ]);
    expect(error.message).toBe('PORT is missing\nHOST must not be empty');
    expect(error.name).toBe('ConfigError');
  });

  test('behavior: names the first of several problems of a setting', () => {
    const first = { setting: 'PORT', problem: 'is missing' };
    const error = new ConfigError([first, { setting: 'PORT', problem: 'is too large' }]);
    expect(error.problems).toEqual([first]);
    expect(error.message).toBe('PORT is missing');
  });
});
