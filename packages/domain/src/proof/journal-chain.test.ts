import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashJournalEntry, NO_ENTRY } from './journal-chain.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const bytes = (byte: number, length = 32) => new Uint8Array(length).fill(byte);
const ENTRY = { number: 3n, previous: bytes(1), content: bytes(2) };

describe('hashJournalEntry', () => {
  test('default: SHA-256 over the previous hash, the number and the content', () => {
    const whole = Buffer.concat([bytes(1), Buffer.from('0000000000000003', 'hex'), bytes(2)]);
    expect(hashJournalEntry(ENTRY, sha256)).toEqual(sha256(whole));
    expect(hashJournalEntry({ ...ENTRY, number: 1n, previous: NO_ENTRY }, sha256)).toHaveLength(32);
  });

  test.each([
    ['a short previous hash', { previous: bytes(1, 31) }],
    ['a long content', { content: bytes(2, 33) }],
    ['no number', { number: 0n }],
    ['a number that no database has', { number: 2n ** 63n }],
  ])('error: %s', (_name, change) => {
    const entry = { ...ENTRY, ...change };
    expect(() => hashJournalEntry(entry, sha256)).toThrow(RangeError);
  });
});
