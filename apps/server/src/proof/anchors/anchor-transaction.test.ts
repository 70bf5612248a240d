import { RpcRequestError } from 'viem';
import { expect, test } from 'vitest';
import { describeError } from './anchor-transaction.ts';

test('default: returns one line that PostgreSQL can store for any message', () => {
  const error = new RpcRequestError({
    body: {},
    url: 'http://node.invalid',
    error: { code: 3, message: `execution reverted: \u0000\u0001\n${'x'.repeat(1_000)}` },
  });
  expect(describeError(error)).toMatch(/^execution reverted: x+$/);
  expect(describeError(error)).toHaveLength(300);
  expect(describeError(new Error('no answer'))).toBe('no answer');
  expect(describeError('odd')).toBe('odd');
});
