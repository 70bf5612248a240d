import { WALLET_ERRORS } from '@city-mint/tests/field/wallet-errors';
import { describe, expect, test } from 'vitest';
import { classifyWalletError } from './wallet-failure.ts';

const coded = (code: number, message = 'x') => Object.assign(new Error(message), { code });

describe('classifyWalletError', () => {
  test.each([
    ['cancelled', coded(4001)],
    ['cancelled', new Error('outer', { cause: coded(4001) })],
    ['cancelled', new Error('User rejected the request')],
    ['cancelled', new Error('Connection request reset. Please try again.')],
    ['pending', coded(-32002)],
    ['unsupported-network', coded(4902)],
    ['unsupported-network', { code: -32603, data: { originalError: { code: 4902 } } }],
    ['disconnected', coded(4900)],
    ['call-failed', coded(-32603)],
    ['call-failed', 'a text'],
    ['call-failed', undefined],
  ])('%s', (failure, error) => {
    expect(classifyWalletError(error)).toBe(failure);
  });

  const failures = {
    rejected: 'cancelled',
    pending: 'pending',
    'chain-unknown': 'unsupported-network',
    'method-unsupported': 'unsupported-method',
    unauthorized: 'unauthorized',
    disconnected: 'disconnected',
    other: 'call-failed',
  } as const;

  test.each([...WALLET_ERRORS])('$seen, $error: $right', ({ error, right }) => {
    expect(classifyWalletError(error)).toBe(failures[right]);
  });

  test.each([
    ['SwitchChainError', 'switch-failed'],
    ['ProviderNotFoundError', 'no-wallet'],
    ['ConnectorAccountNotFoundError', 'account-changed'],
  ])('behavior: the library’s %s is %s', (name, failure) => {
    expect(classifyWalletError(Object.assign(new Error('x'), { name }))).toBe(failure);
  });

  test('behavior: terminates on circular causes', () => {
    const error = new Error('x');
    error.cause = error;
    expect(classifyWalletError(error)).toBe('call-failed');
  });
});
