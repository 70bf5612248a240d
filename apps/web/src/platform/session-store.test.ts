import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ALICE, sampleSession } from '#testing/sample-session.ts';

const KEY = 'fmc.session';
const page = new EventTarget();

beforeEach(() => {
  Reflect.set(globalThis, 'addEventListener', page.addEventListener.bind(page));
  vi.resetModules();
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'addEventListener');
});

/** Opens the store as a new visit of the page does, with this stored value. */
async function openStore(stored: string | null = null) {
  const { browserStorage } = await import('@city-mint/client/browser-storage.ts');
  if (stored !== null) browserStorage.setItem(KEY, stored);
  return { ...(await import('./session-store.ts')), browserStorage };
}

function storageEvent(key: string | null): Event {
  return Object.assign(new Event('storage'), { key });
}

describe('session store', () => {
  test('default: persists a session until it ends', async () => {
    const { startSession, currentSession, endSession, browserStorage } = await openStore();
    expect(currentSession()).toBeNull();
    const session = sampleSession();
    startSession(session);
    expect(currentSession()).toBe(session);
    expect(JSON.parse(browserStorage.getItem(KEY) ?? '')).toEqual(session);
    endSession();
    expect(currentSession()).toBeNull();
    expect(browserStorage.getItem(KEY)).toBeNull();
  });

  test('behavior: restores the session after a reload, even if this device’s clock is past its expiry', async () => {
    const stored = await openStore(JSON.stringify(sampleSession()));
    expect(stored.currentSession()?.address).toBe(ALICE);
    vi.resetModules();
    const late = await openStore(JSON.stringify({ ...sampleSession(), expiresAt: Date.now() - 1 }));
    expect(late.currentSession()?.address).toBe(ALICE);
  });

  test('behavior: signing in or out in another tab does so in this one', async () => {
    const { currentSession, useSessionStore, endSession, followOtherTabs, browserStorage } = await openStore();
    followOtherTabs();
    browserStorage.setItem(KEY, JSON.stringify(sampleSession()));
    page.dispatchEvent(storageEvent('theme'));
    expect(currentSession()).toBeNull();
    page.dispatchEvent(storageEvent(KEY));
    expect(currentSession()?.address).toBe(ALICE);
    expect(useSessionStore.getState().changedBy).toBe('otherTab');
    browserStorage.removeItem(KEY);
    page.dispatchEvent(storageEvent(null));
    expect(currentSession()).toBeNull();
    expect(useSessionStore.getState().changedBy).toBe('otherTab');
    endSession();
    expect(useSessionStore.getState().changedBy).toBe('thisTab');
  });
});
