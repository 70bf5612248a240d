import { createBrowserStorage, type TextStorage } from '@city-mint/client/browser-storage.ts';
import { describe, expect, test } from 'vitest';
import { createPendingRequests } from './pending-requests.ts';

const ALICE = '0x00000000000000000000000000000000000000Aa';
const BOB = '0x00000000000000000000000000000000000000Bb';
type Body = { readonly amount: string };
const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'string';

function openRequests(storage: TextStorage) {
  return createPendingRequests({ key: 'k', isBody, storage });
}

function emptyStorage(): TextStorage {
  return createBrowserStorage(() => undefined);
}

describe('createPendingRequests', () => {
  test('default: finds the request after a reload, with the same id', () => {
    const storage = emptyStorage();
    const { requestId } = openRequests(storage).add(ALICE, { amount: '1' });
    expect(openRequests(storage).find(ALICE)).toEqual({ requestId, address: ALICE, body: { amount: '1' } });
    expect(openRequests(storage).find(ALICE.toLowerCase())?.requestId).toBe(requestId);
    expect(openRequests(storage).find(BOB)).toBeNull();
  });

  test('behavior: an account with a pending request gets no second id, for any body', () => {
    const requests = openRequests(emptyStorage());
    const first = requests.add(ALICE, { amount: '1' });
    expect(requests.add(ALICE, { amount: '1' })).toEqual(first);
    expect(requests.add(ALICE, { amount: '2' })).toEqual(first);
    expect(requests.add(BOB, { amount: '1' }).requestId).not.toBe(first.requestId);
    requests.remove(first.requestId);
    expect(requests.find(ALICE)).toBeNull();
    expect(requests.add(ALICE, { amount: '1' }).requestId).not.toBe(first.requestId);
  });

  test('behavior: removing the last request empties the storage', () => {
    const storage = emptyStorage();
    const requests = openRequests(storage);
    requests.remove(requests.add(ALICE, { amount: '1' }).requestId);
    expect(storage.keys('k')).toEqual([]);
  });

  test('behavior: two tabs that store and settle simultaneously keep each other’s changes', () => {
    const storage = emptyStorage();
    const [one, other] = [openRequests(storage), openRequests(storage)];
    const mine = one.add(ALICE, { amount: '1' });
    const theirs = other.add(BOB, { amount: '2' });
    expect(openRequests(storage).find(ALICE)).toEqual(mine);
    expect(openRequests(storage).find(BOB)).toEqual(theirs);
    one.remove(mine.requestId);
    expect(openRequests(storage).find(BOB)).toEqual(theirs);
    expect(other.find(ALICE)).toBeNull();
  });

  test('behavior: an account with a request from another tab gets no second id', () => {
    const storage = emptyStorage();
    const [one, other] = [openRequests(storage), openRequests(storage)];
    expect(other.add(ALICE, { amount: '2' })).toEqual(one.add(ALICE, { amount: '1' }));
  });

  test.each(['{', 'null', '{}', '[1]', '{"requestId":"x","address":"y","body":{}}'])('tampered: %s', (text) => {
    const storage = emptyStorage();
    storage.setItem('k.x', text);
    expect(openRequests(storage).find(ALICE)).toBeNull();
  });
});
