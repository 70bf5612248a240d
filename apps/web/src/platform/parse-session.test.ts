import { expect, test } from 'vitest';
import { parseSession, type Session } from './parse-session.ts';

const session: Session = {
  token: 'a'.repeat(64),
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  expiresAt: 2_000,
  user: {
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    registeredAt: 1,
    superior: null,
    consentHash: null,
  },
};

test('default: returns the stored session', () => {
  expect(parseSession(JSON.stringify(session))).toEqual(session);
});

test('behavior: does not expire a session by the device’s clock, which may be wrong', () => {
  expect(session.expiresAt).toBeLessThan(Date.now());
  expect(parseSession(JSON.stringify(session))).toEqual(session);
});

test.each([
  null,
  '',
  'null',
  '[]',
  '{"token":1}',
  '{"__proto__":{}}',
  JSON.stringify({ ...session, token: 'short' }),
  JSON.stringify({ ...session, token: `${'a'.repeat(32)}\r\nX: y` }),
  JSON.stringify({ ...session, address: '0x12' }),
  JSON.stringify({ ...session, expiresAt: '9e9' }),
  JSON.stringify({ ...session, user: null }),
])('behavior: tampered with, it is none: %s', (text) => {
  expect(parseSession(text)).toBeNull();
});
