import { keccak256, stringToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { journalSubject, parseJournalSubject, settlementSubject } from './anchor-subject.ts';

const LARGEST_NUMBER = 2n ** 63n - 1n;
const TERMS = `0x${'ab'.repeat(32)}`;

describe('settlementSubject', () => {
  test('default: is the hash of readable text with the round and its terms', () => {
    const text = `settlement/7/${TERMS}`;
    expect(settlementSubject({ roundId: 7n, termsHash: TERMS })).toBe(keccak256(stringToHex(text)));
  });

  test('behavior: differs by round and by terms', () => {
    const subjects = [7n, 70n, LARGEST_NUMBER].flatMap((roundId) =>
      [TERMS, `0x${'cd'.repeat(32)}`].map((termsHash) => settlementSubject({ roundId, termsHash })),
    );
    expect(new Set(subjects).size).toBe(6);
    expect(subjects.map(parseJournalSubject)).toEqual(subjects.map(() => undefined));
  });
});

describe('journalSubject', () => {
  test('default: is readable text, padded to 32 bytes', () => {
    expect(Buffer.from(journalSubject(5n).slice(2), 'hex').toString()).toBe('journal/5'.padEnd(32, '\0'));
  });
});

describe('parseJournalSubject', () => {
  test('default: returns the entry of the subject', () => {
    for (const entry of [1n, 7n, 70n, LARGEST_NUMBER]) expect(parseJournalSubject(journalSubject(entry))).toBe(entry);
  });

  test.each([
    ['arbitrary bytes', `0x${'ab'.repeat(32)}`],
    ['zero', `0x${'00'.repeat(32)}`],
    ['another kind', stringToHex('settlement/7', { size: 32 })],
    ['a number with a leading zero', stringToHex('journal/07', { size: 32 })],
    ['no number', stringToHex('journal/', { size: 32 })],
    ['a number in 32 bytes', `0x${'7'.padStart(64, '0')}`],
    ['text after the padding', `${stringToHex('journal/5', { size: 16 })}${'01'.padStart(32, '0')}`],
  ] as const)('behavior: returns undefined for %s', (_name, subject) => {
    expect(parseJournalSubject(subject)).toBe(undefined);
  });
});
