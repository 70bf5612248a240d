import { expect, test } from 'vitest';
import { nodeErrorKind } from './node-error-kind.ts';

const CALL = { method: 'eth_call' };

test('default: the same words mean different things for different calls', () => {
  const limited = { code: -32_005, message: 'limit exceeded' };
  expect(nodeErrorKind(limited, { method: 'eth_getLogs' })).toBe('range-too-large');
  expect(nodeErrorKind(limited, CALL)).toBe('rate-limited');
  const unknown = { code: -39_001, message: 'Unknown block' };
  expect(nodeErrorKind(unknown, CALL)).toBe('not-found-yet');
  const call = { method: 'eth_getBlockByNumber', params: ['finalized', false] };
  expect(nodeErrorKind(unknown, call)).toBe('unknown-tag');
});

test('behavior: reads texts, nested errors, big integers, and errors that contain themselves', () => {
  expect(nodeErrorKind('too many requests', CALL)).toBe('rate-limited');
  expect(nodeErrorKind(new Error('call failed', { cause: { code: 3, message: 'no' } }), CALL)).toBe('reverted');
  expect(nodeErrorKind({ message: 'no', data: { args: [1n] } }, CALL)).toBe('other');
  const circle: { message: string; data?: unknown; cause?: unknown } = { message: 'execution reverted' };
  circle.data = circle;
  circle.cause = circle;
  expect(nodeErrorKind(circle, CALL)).toBe('reverted');
  expect([undefined, null, 7].map((error) => nodeErrorKind(error, CALL))).toEqual(['other', 'other', 'other']);
});
