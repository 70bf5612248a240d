import { RpcRequestError } from 'viem';
import { expect, test } from 'vitest';
import { describeTrouble } from './describe-trouble.ts';

test('default: in a line that a row takes, whatever a node puts into its words', () => {
  const error = new RpcRequestError({
    body: {},
    url: 'http://node.invalid',
    error: { code: 3, message: `execution reverted: \u0000\u0001\n${'x'.repeat(1_000)}` },
  });
  expect(describeTrouble(error)).toMatch(/^execution reverted: x+$/);
  expect(describeTrouble(error)).toHaveLength(300);
  expect(describeTrouble(new Error('no answer'))).toBe('no answer');
  expect(describeTrouble('odd')).toBe('odd');
});
