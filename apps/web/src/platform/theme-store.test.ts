import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const dataset: Record<string, string> = {};
const bars = [
  { media: '(prefers-color-scheme: light)', content: '' },
  { media: '(prefers-color-scheme: dark)', content: '' },
];

beforeEach(() => {
  Reflect.set(globalThis, 'document', { documentElement: { dataset }, querySelectorAll: () => bars });
  vi.resetModules();
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document');
  browserStorage.removeItem('theme');
  delete dataset['theme'];
});

/** Opens the store as a new visit of the page does, with this stored value. */
async function openStore(stored: string | null) {
  const { browserStorage: storage } = await import('@city-mint/client/browser-storage.ts');
  if (stored !== null) storage.setItem('theme', stored);
  return { ...(await import('./theme-store.ts')), storage };
}

test('default: shows and remembers a chosen theme', async () => {
  const { chooseTheme, useThemeStore, storage } = await openStore(null);
  expect(useThemeStore.getState().theme).toBe('system');
  chooseTheme('dark');
  expect(dataset['theme']).toBe('dark');
  expect(storage.getItem('theme')).toBe('dark');
});

test('behavior: the system’s theme sets no attribute on the document', async () => {
  const { chooseTheme } = await openStore('dark');
  chooseTheme('system');
  expect(dataset).toEqual({});
});

test('behavior: applies the remembered theme at the start; an unknown one is the system’s', async () => {
  const remembered = await openStore('light');
  remembered.applyTheme();
  expect(dataset['theme']).toBe('light');
  vi.resetModules();
  const tampered = await openStore('<b>');
  expect(tampered.useThemeStore.getState().theme).toBe('system');
});

test('behavior: the browser’s bars follow the choice, or the device', async () => {
  const { chooseTheme } = await openStore(null);
  const colours = () => bars.map(({ content }) => content);
  chooseTheme('dark');
  expect(new Set(colours()).size).toBe(1);
  const [dark] = colours();
  chooseTheme('light');
  const [light] = colours();
  chooseTheme('system');
  expect(colours()).toEqual([light, dark]);
});
