import { expect, test } from 'vitest';
import { loadStatus } from './load-status.ts';

test('loadStatus: returns loading, failed and ready', () => {
  const error = new Error('x');
  expect(loadStatus({ data: undefined, error: null })).toEqual({ kind: 'loading' });
  expect(loadStatus({ data: undefined, error })).toEqual({ kind: 'failed', error });
  expect(loadStatus({ data: 5, error: null })).toEqual({ kind: 'ready', data: 5 });
});

test('behavior: keeps the data of an earlier load after a failed refresh', () => {
  expect(loadStatus({ data: null, error: new Error('x') })).toEqual({ kind: 'ready', data: null });
});
