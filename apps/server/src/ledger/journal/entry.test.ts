import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { firstDifference, sealTransfers, transferIdOf } from './entry.ts';

const ENTRY = { number: 3n, previousHash: Buffer.alloc(32, 1), salt: Buffer.alloc(16, 9) };
const lineOf = (id: number, amount = 5) => `${id}|16|1|${amount}|1|0|9|0|5|1700000000000000`;
const digestsOf = (...lines: string[]) => sealTransfers(lines, ENTRY).digests;
const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

describe('sealTransfers', () => {
  test('default: the content covers salt and lines, the hash the previous one, the number and the content', () => {
    const { content, hash } = sealTransfers([lineOf(1), lineOf(2)], ENTRY);
    expect(content).toEqual(sha256(ENTRY.salt, sha256(lineOf(1)), sha256(lineOf(2))));
    expect(hash).toEqual(sha256(ENTRY.previousHash, Buffer.from('0000000000000003', 'hex'), content));
  });

  test('attack: without the salt a guessed transfer cannot be compared with the published content', () => {
    const salts = [ENTRY.salt, Buffer.alloc(16, 8)];
    const contents = salts.map((salt) => sealTransfers([lineOf(1)], { ...ENTRY, salt }).content.toString('hex'));
    expect(new Set([...contents, sha256(sha256(lineOf(1))).toString('hex')]).size).toBe(3);
  });

  test('default: a digest consists of the id and the first eight bytes of the hash of the line', () => {
    const digests = digestsOf(lineOf(7));
    expect(digests.readBigInt64BE(0)).toBe(7n);
    expect(digests.subarray(8)).toEqual(sha256(lineOf(7)).subarray(0, 8));
  });

  test('behavior: another number, predecessor, salt, order or amount changes the hash', () => {
    const hashes = [
      sealTransfers([lineOf(1), lineOf(2)], ENTRY),
      sealTransfers([lineOf(1), lineOf(2)], { ...ENTRY, number: 4n }),
      sealTransfers([lineOf(1), lineOf(2)], { ...ENTRY, previousHash: Buffer.alloc(32, 2) }),
      sealTransfers([lineOf(1), lineOf(2)], { ...ENTRY, salt: Buffer.alloc(16, 8) }),
      sealTransfers([lineOf(2), lineOf(1)], ENTRY),
      sealTransfers([lineOf(1), lineOf(2, 6)], ENTRY),
      sealTransfers([lineOf(1)], ENTRY),
      sealTransfers([], ENTRY),
    ].map(({ hash }) => hash.toString('hex'));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('behavior: the largest id fits', () => {
    expect(transferIdOf('9223372036854775807|1')).toBe(9_223_372_036_854_775_807n);
    expect(digestsOf('9223372036854775807|1').readBigInt64BE(0)).toBe(9_223_372_036_854_775_807n);
  });
});

describe('firstDifference', () => {
  const sealed = digestsOf(lineOf(1), lineOf(3), lineOf(5));

  test('default: equal digests do not differ', () => {
    expect(firstDifference(sealed, Buffer.from(sealed))).toBeUndefined();
    expect(firstDifference(Buffer.alloc(0), Buffer.alloc(0))).toBeUndefined();
  });

  test.each<[string, Buffer, bigint, string]>([
    ['a changed amount', digestsOf(lineOf(1), lineOf(3, 6), lineOf(5)), 3n, 'transfer-changed'],
    ['a missing first one', digestsOf(lineOf(3), lineOf(5)), 1n, 'transfer-deleted'],
    ['a missing last one', digestsOf(lineOf(1), lineOf(3)), 5n, 'transfer-deleted'],
    ['one too many at the beginning', digestsOf(lineOf(0), lineOf(1), lineOf(3), lineOf(5)), 0n, 'transfer-inserted'],
    ['one too many between', digestsOf(lineOf(1), lineOf(2), lineOf(3), lineOf(5)), 2n, 'transfer-inserted'],
    ['one too many at the end', digestsOf(lineOf(1), lineOf(3), lineOf(5), lineOf(6)), 6n, 'transfer-inserted'],
    ['none left', Buffer.alloc(0), 1n, 'transfer-deleted'],
  ])('behavior: %s is found', (...[, current, transfer, what]) => {
    expect(firstDifference(sealed, current)).toEqual({ transfer, what });
  });

  test('behavior: of several differences the first by id is returned', () => {
    const current = digestsOf(lineOf(1), lineOf(3, 6), lineOf(5, 6));
    expect(firstDifference(sealed, current)).toMatchObject({ transfer: 3n });
  });
});
