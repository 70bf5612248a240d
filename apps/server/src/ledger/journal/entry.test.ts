import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { firstDifference, sealTransfers, transferIdOf } from './entry.ts';

const ENTRY = { number: 3n, previousHash: Buffer.alloc(32, 1) };
const lineOf = (id: number, amount = 5) => `${id}|16|1|${amount}|1|0|9|0|5|1700000000000000`;
const digestsOf = (...lines: string[]) => sealTransfers(lines, ENTRY).digests;
const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

describe('sealTransfers', () => {
  test('default: the hash covers the previous entry, the number, the count and the hash of each line', () => {
    const prefix = Buffer.from('000000000000000300000002', 'hex');
    const expected = sha256(ENTRY.previousHash, prefix, sha256(lineOf(1)), sha256(lineOf(2)));
    expect(sealTransfers([lineOf(1), lineOf(2)], ENTRY).hash).toEqual(expected);
  });

  test('default: a digest consists of the id and the first eight bytes of the hash of the line', () => {
    const digests = digestsOf(lineOf(7));
    expect(digests.readBigInt64BE(0)).toBe(7n);
    expect(digests.subarray(8)).toEqual(sha256(lineOf(7)).subarray(0, 8));
  });

  test('behavior: another number, predecessor, order or amount changes the hash', () => {
    const hashes = [
      sealTransfers([lineOf(1), lineOf(2)], ENTRY),
      sealTransfers([lineOf(1), lineOf(2)], { ...ENTRY, number: 4n }),
      sealTransfers([lineOf(1), lineOf(2)], { ...ENTRY, previousHash: Buffer.alloc(32, 2) }),
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
