import { beforeEach, expect, test, vi } from 'vitest';

const SESSION = { token: 'b'.repeat(64), expiresAt: Date.now() + 60_000, address: '0x1', wallet: 'test.wallet' };

beforeEach(() => sessionStorage.clear());

/** Loads the store as a reload of the page does. */
async function loadStore() {
  vi.resetModules();
  return import('./session-store.ts');
}

test('a session is of this tab only, and is still there after a reload', async () => {
  const before = await loadStore();
  before.startSession(SESSION);
  expect(JSON.stringify({ ...localStorage })).not.toContain(SESSION.token);
  expect((await loadStore()).currentSession()).toEqual(SESSION);
});

test('a session that ended does not come back with a reload', async () => {
  const before = await loadStore();
  before.startSession(SESSION);
  before.endSession();
  expect((await loadStore()).currentSession()).toBeNull();
});

test('the end of an older session leaves the one that has begun since', async () => {
  const { startSession, endExpiredSession, currentSession } = await loadStore();
  startSession(SESSION);
  expect(endExpiredSession('a'.repeat(64))).toBe(false);
  expect(currentSession()).toEqual(SESSION);
  expect(endExpiredSession(SESSION.token)).toBe(true);
  expect(currentSession()).toBeNull();
});

test.each([
  ['has expired', JSON.stringify({ ...SESSION, expiresAt: 1 })],
  ['lacks its wallet', JSON.stringify({ ...SESSION, wallet: undefined })],
  ['is no JSON', '{'],
])('a stored session that %s is none', async (_what, text) => {
  sessionStorage.setItem('console.session', text);
  expect((await loadStore()).currentSession()).toBeNull();
});
