import { WALLET_ERRORS } from '@city-mint/tests/field/wallet-errors';
import { describe, expect, test } from 'vitest';
import { readWalletError } from './read-wallet-error.ts';

/** The same as an `Error`, whose name and message are not enumerable. */
const asError = (error: unknown): unknown => {
  if (typeof error !== 'object' || error === null) return error;
  const { message, ...fields } = Object(error);
  return Object.assign(new Error(message ?? ''), fields);
};

describe.each([
  ['as it is thrown', (error: unknown) => error],
  ['as an Error', asError],
  ['as the cause of another', (error: unknown) => new Error('failed', { cause: error })],
  ['three causes deep', (error: unknown) => ({ cause: { error: { data: { originalError: error } } } })],
  ['as JSON within a text', (error: unknown) => new Error(`wallet: ${JSON.stringify({ error })}`)],
] as const)('%s', (_how, wrap) => {
  test.each([...WALLET_ERRORS])('$seen, $error: $right', ({ error, right }) => {
    expect(readWalletError(wrap(error))).toBe(right);
  });
});

test('behavior: terminates on circular errors', () => {
  const error = new Error('x');
  error.cause = error;
  expect(readWalletError(error)).toBe('other');
});

test('behavior: a person’s No counts beside other codes', () => {
  expect(readWalletError({ code: 4902, data: { originalError: { code: '4001' } } })).toBe('rejected');
  expect(readWalletError({ code: -32002, message: 'User rejected the request.' })).toBe('rejected');
});
