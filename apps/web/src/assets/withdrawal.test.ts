import { expect, test } from 'vitest';
import { checkRecipient, stepsDone, WITHDRAWAL_STEPS } from './withdrawal.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('checkRecipient: empty, format, checksum', () => {
  expect(checkRecipient('  ')).toBe('missing');
  expect(checkRecipient('0x12')).toBe('format');
  expect(checkRecipient(`０x${'1'.repeat(40)}`)).toBe('format');
  expect(checkRecipient(ALICE.replace('C8', 'c8'))).toBe('checksum');
  expect(checkRecipient(ALICE)).toBeNull();
  expect(checkRecipient(` ${ALICE.toLowerCase()} `)).toBeNull();
});

test.each([
  ['requested', 1],
  ['approved', 1],
  ['signed', 2],
  ['submitted', 3],
  ['confirming', 3],
  ['completed', WITHDRAWAL_STEPS.length],
  ['returned', 0],
] as const)('stepsDone: %s has %i', (state, count) => {
  expect(stepsDone(state, false)).toBe(count);
});

test('stepsDone: a transaction sent by the wallet counts before the server sees it', () => {
  expect(stepsDone('signed', true)).toBe(stepsDone('submitted', false));
});
