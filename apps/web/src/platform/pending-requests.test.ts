import { describe, expect, test } from 'vitest';
import { createBrowserStorage, type TextStorage } from './browser-storage.ts';
import { newRequestId } from './new-request-id.ts';
import { createPendingRequests } from './pending-requests.ts';

const ALICE = '0x00000000000000000000000000000000000000Aa';
const BOB = '0x00000000000000000000000000000000000000Bb';
type Body = { readonly amount: string };
const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'string';

function open(storage: TextStorage) {
  return createPendingRequests({ key: 'k', isBody, storage });
}

function emptyStorage(): TextStorage {
  return createBrowserStorage(() => undefined);
}

describe('createPendingRequests', () => {
  test('a reload finds the request under the same id', () => {
    const storage = emptyStorage();
    const { requestId } = open(storage).keep(ALICE, { amount: '1' });
    expect(open(storage).find(ALICE)).toEqual({ requestId, address: ALICE, body: { amount: '1' } });
    expect(open(storage).find(ALICE.toLowerCase())?.requestId).toBe(requestId);
    expect(open(storage).find(BOB)).toBeNull();
  });

  test('behavior: while one has no answer no second id is made, whatever it asks for', () => {
    const kept = open(emptyStorage());
    const first = kept.keep(ALICE, { amount: '1' });
    expect(kept.keep(ALICE, { amount: '1' })).toBe(first);
    expect(kept.keep(ALICE, { amount: '2' })).toBe(first);
    expect(kept.keep(BOB, { amount: '1' }).requestId).not.toBe(first.requestId);
    kept.forget(first.requestId);
    expect(kept.find(ALICE)).toBeNull();
    expect(kept.keep(ALICE, { amount: '1' }).requestId).not.toBe(first.requestId);
  });

  test.each(['{', 'null', '{}', '[1]', '[{"requestId":"x","address":"y","body":{}}]'])('tampered: %s', (text) => {
    const storage = emptyStorage();
    storage.setItem('k', text);
    expect(open(storage).find(ALICE)).toBeNull();
  });
});

test('newRequestId: a version 4 UUID, never the same', () => {
  const ids = Array.from({ length: 200 }, newRequestId);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
