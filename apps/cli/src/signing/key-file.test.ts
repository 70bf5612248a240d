import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine as en } from '@city-mint/texts/en/command-line';
import { privateKeyToAddress } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { readKeyFile } from './key-file.ts';

const KEY = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const folder = mkdtempSync(join(tmpdir(), 'keys-'));

/** The two examples of the Web3 Secret Storage Definition; the password of both is "testpassword". */
const PBKDF2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const SCRYPT = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262_144,
      r: 1,
      p: 8,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  version: 3,
};

let count = 0;

function write(text: string, mode = 0o600): string {
  count += 1;
  const path = join(folder, `key-${count}`);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** Reads a key file and answers the prompt with the password. */
function read(path: string, password = '') {
  return readKeyFile({ path, texts: en, askPassword: async () => password });
}

test.each([
  ['hex', KEY],
  ['hex without 0x, with a line break', `${KEY.slice(2)}\n`],
])('reads a key in %s', async (_what, text) => {
  expect((await read(write(text))).address).toBe(privateKeyToAddress(KEY));
});

test.each([
  ['pbkdf2', PBKDF2],
  ['scrypt', SCRYPT],
])('decrypts a keystore of %s only with its password', async (_kdf, stored) => {
  const path = write(JSON.stringify(stored));
  expect((await read(path, 'testpassword')).address).toBe(privateKeyToAddress(KEY));
  await expect(read(path, 'Testpassword')).rejects.toMatchObject({ exit: 2, message: en.wrongPassword(path) });
});

test.each([0o640, 0o604, 0o660, 0o620, 0o644])('refuses a file of mode %o, a link to it too', async (mode) => {
  const path = write(KEY, mode);
  await expect(read(path)).rejects.toMatchObject({ exit: 2, message: en.fileNotPrivate(path) });
  const link = `${path}-link`;
  symlinkSync(path, link);
  await expect(read(link)).rejects.toMatchObject({ exit: 2, message: en.fileNotPrivate(link) });
});

test('refuses a key instead of a path, and prints no part of it', async () => {
  const error = await read(KEY).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ exit: 2, message: en.keyAsArgument });
  expect(String(error)).not.toContain(KEY.slice(2, 10));
});

describe('refuses an invalid key file, and prints nothing of it', () => {
  test.each([
    ['a seed phrase', 'test test test test test test test test test test test junk'],
    ['half a key', KEY.slice(0, 40)],
    ['zero', `0x${'0'.repeat(64)}`],
    ['a number above the order of the curve', `0x${'f'.repeat(64)}`],
    ['another version', JSON.stringify({ ...SCRYPT, version: 1 })],
    ['a cost that fills the memory', JSON.stringify(SCRYPT).replace('"n":262144', '"n":1099511627776')],
    ['too much', 'x'.repeat(70_000)],
  ])('%s', async (_what, text) => {
    const path = write(text);
    const error = await read(path, 'testpassword').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ exit: 2, message: en.notAKey(path) });
  });

  test('a folder, and a missing file', async () => {
    await expect(read(folder)).rejects.toMatchObject({ exit: 2 });
    await expect(read(join(folder, 'none'))).rejects.toMatchObject({
      exit: 2,
      message: expect.stringMatching(/ENOENT/),
    });
  });
});
