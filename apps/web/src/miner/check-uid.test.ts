import { expect, test } from 'vitest';
import { checkCode, checkUid } from './check-uid.ts';

test('checkUid: accepts 6 to 12 digits', () => {
  expect(['', '12345', '123456', '123456789012', '1234567890123', '12345a', '１２３４５６'].map(checkUid)).toEqual([
    ...(['uidMissing', 'uidFormat', null, null] as const),
    ...(['uidFormat', 'uidFormat', 'uidFormat'] as const),
  ]);
});

test('checkCode: accepts 4 to 32 letters or digits', () => {
  expect(['', 'abc', 'aB12', 'a b2', 'x'.repeat(33)].map(checkCode)).toEqual([
    ...(['codeMissing', 'codeFormat', null, 'codeFormat', 'codeFormat'] as const),
  ]);
});
