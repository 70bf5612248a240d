import { beforeEach, expect, test, vi } from 'vitest';
import { DONE } from '#testing/sign-action.ts';
import type { ActionEntry } from './action-store.ts';

const KEY = 'console.actions';
const START = { name: 'pause', given: { part: 'joins' }, drafts: {}, step: 'review' } as const;

beforeEach(() => sessionStorage.clear());

/** Loads the store as a reload of the page does, which begins with what this tab has stored. */
async function loadStore() {
  vi.resetModules();
  return import('./action-store.ts');
}

test('a reload restores the sheet, its entries and an unanswered request', async () => {
  const before = await loadStore();
  const key = before.entryKey('0x1', 'pause', START.given);
  before.openAction(key, START);
  before.changeEntry(key, { reason: 'nothing works', sent: { requestId: 'r-1', issuedAt: 7 } });
  const { open, entries } = (await loadStore()).useActionStore.getState();
  expect(open).toBe(key);
  expect(entries[key]).toEqual({
    ...{ ...START, reason: 'nothing works' },
    ...{ sent: { requestId: 'r-1', issuedAt: 7 }, outcome: null },
  });
});

test('a reload does not restore a completed action', async () => {
  const before = await loadStore();
  before.openAction('done', START);
  before.changeEntry('done', { outcome: DONE });
  expect((await loadStore()).useActionStore.getState()).toEqual({ open: null, entries: {} });
});

test('an entry that is opened again is as it was left', async () => {
  const { openAction, closeAction, changeEntry, useActionStore } = await loadStore();
  openAction('one', START);
  changeEntry('one', { reason: 'because' });
  closeAction();
  expect(useActionStore.getState().open).toBeNull();
  openAction('one', { ...START, step: 'form' });
  expect(useActionStore.getState().entries['one']).toMatchObject({ reason: 'because', step: 'review' });
});

test('each operator and each subject has an entry', async () => {
  const { entryKey } = await loadStore();
  const keys = ['0x1', '0x2'].flatMap((by) => ['joins', 'swap'].map((part) => entryKey(by, 'pause', { part })));
  expect(new Set(keys).size).toBe(4);
});

test.each([
  ['no JSON', '{'],
  ['another shape', JSON.stringify({ open: 7, entries: {} })],
  ['an entry without its step', JSON.stringify({ open: null, entries: { one: { ...START, step: undefined } } })],
])('storage that holds %s is ignored', async (_what, text) => {
  sessionStorage.setItem(KEY, text);
  const entries: Readonly<Record<string, ActionEntry>> = (await loadStore()).useActionStore.getState().entries;
  expect(entries).toEqual({});
});
