import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deriveExitKey, deriveSalt } from './exit-key.ts';

const hash = (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest());
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const MASTER = new Uint8Array(32).fill(7);
const accountOf = (user: number) => new Uint8Array(20).fill(user);
const KEY = deriveExitKey(MASTER, accountOf(1), hash);
const TREE = { currency: 'FMC', block: 258n } as const;

describe('an exit key and the salts of its leaves', () => {
  test('default: are the hashes that the rules state', () => {
    expect(hex(KEY)).toBe(hex(hash(Buffer.from(`03${'07'.repeat(32)}${'01'.repeat(20)}`, 'hex'))));
    const preimage = Buffer.from(`04${hex(KEY)}010000000000000102`, 'hex');
    expect(hex(deriveSalt(KEY, TREE, hash))).toBe(hex(hash(preimage)));
  });

  test('behavior: differ by master secret, account, currency and block', () => {
    const other = new Uint8Array(32).fill(8);
    const keys = [KEY, deriveExitKey(other, accountOf(1), hash), deriveExitKey(MASTER, accountOf(2), hash)];
    const trees = [TREE, { ...TREE, currency: 'JU' }, { ...TREE, block: 259n }] as const;
    const salts = keys.flatMap((key) => trees.map((tree) => hex(deriveSalt(key, tree, hash))));
    expect(new Set([...keys.map(hex), ...salts]).size).toBe(3 + 9);
  });

  test.each([
    ['a master secret of 31 bytes', () => deriveExitKey(MASTER.slice(1), accountOf(1), hash)],
    ['an account of 19 bytes', () => deriveExitKey(MASTER, accountOf(1).slice(1), hash)],
    ['a key of 33 bytes', () => deriveSalt(new Uint8Array(33), TREE, hash)],
    ['a block below zero', () => deriveSalt(KEY, { ...TREE, block: -1n }, hash)],
    ['a block of 65 bits', () => deriveSalt(KEY, { ...TREE, block: 1n << 64n }, hash)],
  ])('error: %s', (_, derive) => {
    expect(derive).toThrow(RangeError);
  });
});
