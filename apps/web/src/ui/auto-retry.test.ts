import { NetworkError } from '@city-mint/api-contract/client';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { expect, test } from 'vitest';
import { retryWait } from './auto-retry.ts';

const refusal = (error: string, details = {}) => new RefusalError({ error, msg: 'no', details });

test.each([
  ['no answer', new NetworkError('gone'), 10_000],
  ['code that could not be fetched', new TypeError('Failed to fetch'), 10_000],
  ['maintenance', refusal('maintenance'), 10_000],
  ['a server that asks to wait', refusal('too-many-requests', { retryAfterSeconds: 42 }), 42_000],
  ['a server that asks to wait less', refusal('busy', { retryAfterSeconds: 1 }), 10_000],
  ['a damaged wait', refusal('busy', { retryAfterSeconds: 'soon' }), 10_000],
])('default: after %s it is tried again by itself', (_what, error, wait) => {
  expect(retryWait(error)).toBe(wait);
});

test.each(['not-found', 'date-in-future', 'unauthorized'])(
  'behavior: does not retry after %s, which would only repeat',
  (code) => {
    expect(retryWait(refusal(code))).toBeNull();
  },
);
