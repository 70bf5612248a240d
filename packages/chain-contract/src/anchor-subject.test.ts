import { stringToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { anchorSubject, parseAnchorSubject } from './anchor-subject.ts';

const LARGEST_NUMBER = 2n ** 63n - 1n;

describe('anchorSubject', () => {
  test('default: is readable text, padded to 32 bytes', () => {
    const journalText = Buffer.from(anchorSubject({ kind: 'journal', number: 5n }).slice(2), 'hex').toString();
    expect(journalText).toBe('journal/5'.padEnd(32, '\0'));
    expect(anchorSubject({ kind: 'settlement', number: 7n })).toBe(stringToHex('settlement/7', { size: 32 }));
  });
});

describe('parseAnchorSubject', () => {
  test('default: returns the parts of the subject, and no two subjects are equal', () => {
    const subjects = ([1n, 7n, 70n, LARGEST_NUMBER] as const).flatMap((number) => [
      { kind: 'settlement', number } as const,
      { kind: 'journal', number } as const,
    ]);
    const encodedSubjects = subjects.map(anchorSubject);
    expect(new Set(encodedSubjects).size).toBe(subjects.length);
    expect(encodedSubjects.map(parseAnchorSubject)).toEqual(subjects);
  });

  test.each([
    ['arbitrary bytes', `0x${'ab'.repeat(32)}`],
    ['zero', `0x${'00'.repeat(32)}`],
    ['another kind', stringToHex('liabilities/7', { size: 32 })],
    ['a number with a leading zero', stringToHex('settlement/07', { size: 32 })],
    ['no number', stringToHex('settlement/', { size: 32 })],
    ['a number in 32 bytes', `0x${'7'.padStart(64, '0')}`],
    ['text after the padding', `${stringToHex('journal/5', { size: 16 })}${'01'.padStart(32, '0')}`],
  ] as const)('behavior: returns undefined for %s', (_name, subject) => {
    expect(parseAnchorSubject(subject)).toBe(undefined);
  });
});
