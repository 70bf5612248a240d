import { describe, expect, test } from 'vitest';
import { shortAddress, shortHash } from './format.ts';

describe('shortAddress', () => {
  test('default: first 6 and last 4', () => {
    expect(shortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266');
  });

  test('behavior: a text that would not become shorter stays as it is', () => {
    expect(shortAddress('0x12345678')).toBe('0x12345678');
    expect(shortAddress('0x123456789')).toBe('0x1234…6789');
  });
});

test('shortHash: the first and last 8, and a text that would not become shorter as it is', () => {
  const hash = `0x${'0123456789abcdef'.repeat(4)}`;
  expect(shortHash(hash)).toBe('0x012345…89abcdef');
  expect(shortHash('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39Fd6…fFb92266');
  expect(shortHash('0x01234567890123')).toBe('0x01234567890123');
});
