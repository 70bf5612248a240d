import { expect, test } from 'vitest';
import { anchorId } from './anchor-id.ts';
import { anchorSubject } from './anchor-subject.ts';

const LAST = 2n ** 63n - 1n;

test('default: an id says what it stands for, and no two subjects share one', () => {
  const subjects = ([1n, 7n, LAST] as const).flatMap((number) => [
    { kind: 'settlement', number } as const,
    { kind: 'journal', number } as const,
  ]);
  const ids = subjects.map(anchorId);
  expect(new Set(ids).size).toBe(subjects.length);
  expect(ids.map(anchorSubject)).toEqual(subjects);
});

test('default: what a reader of the chain sees', () => {
  expect(anchorId({ kind: 'settlement', number: 5n })).toBe(`0x${'5'.padStart(64, '0')}`);
  expect(Buffer.from(anchorId({ kind: 'journal', number: 5n }).slice(2, 50), 'hex').toString()).toBe(
    'city-mint journal entry ',
  );
});

test('behavior: any other id stands for nothing', () => {
  expect(anchorSubject(`0x${'ab'.repeat(32)}`)).toBe(undefined);
  expect(anchorSubject(`0x01${'00'.repeat(31)}`)).toBe(undefined);
});
