import { createBrowserStorage } from '@city-mint/client/browser-storage.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepOfflineCopy, removeOfflineCopy, restoreOfflineCopy } from './offline-copy.ts';
import { EVERYBODY } from './query-meta.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const KEY = 'fmc.copy';

let owner: string | null;
let client: QueryClient;
const memory = () => createBrowserStorage(() => undefined);
let storage: ReturnType<typeof memory>;
const settings = (release = 'one') => ({ client, storage, address: () => owner, release });

beforeEach(() => {
  vi.useFakeTimers();
  owner = ALICE;
  client = new QueryClient();
  storage = memory();
});
afterEach(() => vi.useRealTimers());

/** Stores a reply with the owner of its copy, by default the account. */
const receive = (queryKey: readonly unknown[], data: unknown, copiedFor: string | null = ALICE) =>
  client.getQueryCache().build(client, { queryKey, meta: { copiedFor } }).setData(data);
const saveNow = () => vi.advanceTimersByTime(2_000);
const restart = () => {
  client = new QueryClient();
};

test('default: restores the account’s last replies after a restart, with their age', () => {
  keepOfflineCopy(settings());
  vi.setSystemTime(1_700_000_000_000);
  receive(['assets', ALICE], { available: '5' });
  receive(['home'], { openRounds: [] }, EVERYBODY);
  saveNow();
  restart();
  expect(restoreOfflineCopy(settings())).toBe(1_700_000_000_000);
  expect(client.getQueryData(['assets', ALICE])).toEqual({ available: '5' });
  expect(client.getQueryData(['home'])).toEqual({ openRounds: [] });
});

test('behavior: the screen fetches a restored reply again, however recent', () => {
  keepOfflineCopy(settings());
  receive(['assets', ALICE], 'mine');
  saveNow();
  restart();
  restoreOfflineCopy(settings());
  const query = client.getQueryCache().find({ queryKey: ['assets', ALICE] });
  expect(query?.isStaleByTime(60_000)).toBe(true);
});

test('behavior: keeps a newer reply', () => {
  keepOfflineCopy(settings());
  receive(['assets', ALICE], 'old');
  saveNow();
  restart();
  vi.advanceTimersByTime(1);
  receive(['assets', ALICE], 'new');
  restoreOfflineCopy(settings());
  expect(client.getQueryData(['assets', ALICE])).toBe('new');
});

test('behavior: does not store replies to another account', () => {
  keepOfflineCopy(settings());
  receive(['assets', '0xother'], 'theirs', '0xother');
  receive(['assets', ALICE], 'mine');
  saveNow();
  expect(storage.getItem(KEY)).toContain('mine');
  expect(storage.getItem(KEY)).not.toContain('theirs');
});

test('behavior: does not store a query that is not marked as copied, whatever its key', () => {
  keepOfflineCopy(settings());
  receive(['wallet-funds', ALICE, 'JU'], { balance: 5n }, null);
  client.setQueryData(['orders', ALICE, 'open'], 'open');
  receive(['assets', ALICE], 'mine');
  saveNow();
  expect(storage.getItem(KEY)).toContain('mine');
  expect(storage.getItem(KEY)).not.toMatch(/wallet-funds|open/);
});

test('behavior: stores restored replies again even if they were not fetched', () => {
  keepOfflineCopy(settings());
  receive(['order', ALICE, '7'], 'an order');
  saveNow();
  restart();
  restoreOfflineCopy(settings());
  keepOfflineCopy(settings());
  receive(['assets', ALICE], 'mine');
  saveNow();
  expect(storage.getItem(KEY)).toMatch(/mine.*an order/);
});

test('behavior: a reply whose refresh failed stays in the copy, and is restored without the error', async () => {
  keepOfflineCopy(settings());
  receive(['assets', ALICE], 'mine');
  const queryFn = () => Promise.reject(new Error('offline'));
  const refresh = { queryKey: ['assets', ALICE], meta: { copiedFor: ALICE }, queryFn, retry: false };
  await client.fetchQuery(refresh).catch(() => undefined);
  expect(client.getQueryState(['assets', ALICE])?.status).toBe('error');
  receive(['team', ALICE], 'ours');
  saveNow();
  restart();
  restoreOfflineCopy(settings());
  expect(client.getQueryState(['assets', ALICE])).toMatchObject({ data: 'mine', status: 'success', error: null });
  expect(client.getQueryData(['team', ALICE])).toBe('ours');
});

test.each([
  ['another account', '0xother', 'one'],
  ['nobody', null, 'one'],
  ['another release', ALICE, 'two'],
])('attack: %s reads nothing, and the copy is removed', (_, reader, release) => {
  keepOfflineCopy(settings());
  receive(['assets', ALICE], 'mine');
  saveNow();
  owner = reader;
  restart();
  expect(restoreOfflineCopy(settings(release))).toBeNull();
  expect(client.getQueryData(['assets', ALICE])).toBeUndefined();
  expect(storage.getItem(KEY)).toBeNull();
});

test('behavior: stores nothing after a sign-out', () => {
  keepOfflineCopy(settings());
  receive(['assets', ALICE], 'mine');
  saveNow();
  removeOfflineCopy(storage);
  expect(storage.getItem(KEY)).toBeNull();
});

test('behavior: drops the oldest replies if the size is exceeded', () => {
  keepOfflineCopy(settings());
  receive(['orders', ALICE, 'old'], 'a'.repeat(400_000));
  vi.advanceTimersByTime(1);
  receive(['orders', ALICE, 'new'], 'b'.repeat(400_000));
  saveNow();
  restart();
  restoreOfflineCopy(settings());
  expect(client.getQueryData(['orders', ALICE, 'new'])).toBeDefined();
  expect(client.getQueryData(['orders', ALICE, 'old'])).toBeUndefined();
});

test.each(['', 'null', '{', '[]', '{"state":{}}', '{"state":{"queries":7},"savedAt":1}'])(
  'behavior: a damaged copy (%s) restores nothing',
  (text) => {
    storage.setItem(KEY, text);
    expect(restoreOfflineCopy(settings())).toBeNull();
  },
);
