import { beforeEach, expect, test } from 'vitest';
import { endSession, startSession } from './session-store.ts';
import { startOffline } from './start-offline.ts';

const KEY = 'fmc.copy';
const sessionOf = (digit: string) => {
  const address = `0x${digit.repeat(40)}` as const;
  const user = { address, registeredAt: 0, superior: null, consentHash: null };
  return { token: digit.repeat(43), address, expiresAt: Date.now() + 3_600_000, user };
};

beforeEach(() => {
  startSession(sessionOf('1'));
  startOffline();
  localStorage.setItem(KEY, '{}');
});

test('keeps the copy while its account stays', () => {
  startSession({ ...sessionOf('1'), token: '9'.repeat(43) });
  expect(localStorage.getItem(KEY)).not.toBeNull();
});

test('removes it at sign-out', () => {
  endSession();
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('removes it when another account signs in', () => {
  startSession(sessionOf('2'));
  expect(localStorage.getItem(KEY)).toBeNull();
});
