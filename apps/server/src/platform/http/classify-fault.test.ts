import { describe, expect, test } from 'vitest';
import { classifyFault } from './classify-fault.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('classifyFault', () => {
  test.each([
    withCode('53300'),
    withCode('57P01'),
    withCode('57014'),
    withCode('08006'),
    withCode('53100'),
    withCode('40001'),
    withCode('ECONNREFUSED'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated unexpectedly'),
    new Error('outside', { cause: withCode('40P01') }),
    new AggregateError([withCode('ECONNREFUSED')]),
  ])('default: %o is temporary', (error) => expect(classifyFault(error)).toBe('busy'));

  test.each([withCode('23514'), withCode('42P01'), withCode('42501'), new TypeError('x'), 'text', undefined])(
    'behavior: %o is an internal error',
    (error) => expect(classifyFault(error)).toBe('internal'),
  );
});
