import { expect, test } from 'vitest';
import { isUsable } from './binding-text.ts';

const expiring = (inMs: number) => `Bind …\nNonce: 1\nExpires At: ${new Date(Date.now() + inMs).toISOString()}`;

test('isUsable: true until a minute before it expires', () => {
  expect(isUsable(expiring(600_000))).toBe(true);
  expect(isUsable(expiring(30_000))).toBe(false);
  expect(isUsable('Bind …')).toBe(false);
  expect(isUsable('Expires At: soon')).toBe(false);
});
