import { describe, expect, test } from 'vitest';
import { createBrowserStorage } from './browser-storage.ts';

describe('browser storage', () => {
  test('keeps values where storage is there', () => {
    const kept = new Map<string, string>();
    const storage = createBrowserStorage(() => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size;
      },
    }));
    storage.setItem('lang', 'en');
    expect(kept.get('lang')).toBe('en');
    storage.setItem('theme', 'dark');
    expect(storage.keys('la')).toEqual(['lang']);
    expect(storage.getItem('lang')).toBe('en');
    storage.removeItem('lang');
    expect(storage.getItem('lang')).toBeNull();
  });

  test('behavior: switched off, it falls back to memory', () => {
    const storage = createBrowserStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    storage.setItem('lang', 'en');
    expect(storage.getItem('lang')).toBe('en');
    expect(storage.keys('')).toEqual(['lang']);
    storage.removeItem('lang');
    expect(storage.getItem('lang')).toBeNull();
  });

  test('behavior: full, the new value wins over the stored one', () => {
    const storage = createBrowserStorage(() => ({
      getItem: () => 'old',
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
      key: () => 'lang',
      length: 1,
    }));
    expect(storage.getItem('lang')).toBe('old');
    storage.setItem('lang', 'new');
    expect(storage.getItem('lang')).toBe('new');
  });
});
