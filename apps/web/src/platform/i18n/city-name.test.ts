import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cityName } from './city-name.ts';
import { chooseLanguage, setCityNames } from './language-store.ts';

const NAMES = { zh: { London: '伦敦' }, en: {}, ja: { London: 'ロンドン' } };

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  setCityNames({ zh: {}, en: {}, ja: {} });
  await chooseLanguage('zh');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('default: names a city in the page’s language, immediately after a change of language', async () => {
  setCityNames(NAMES);
  expect(cityName('London')).toBe('伦敦');
  await chooseLanguage('ja');
  expect(cityName('London')).toBe('ロンドン');
  await chooseLanguage('en');
  expect(cityName('London')).toBe('London');
});

test('behavior: names of one language do not change those of others', async () => {
  setCityNames(NAMES);
  setCityNames({ zh: { London: '倫敦' } });
  expect(cityName('London')).toBe('倫敦');
  await chooseLanguage('ja');
  expect(cityName('London')).toBe('ロンドン');
});

/** Returns the name of a city on a page that starts with this in its storage. */
async function nameAtStart(stored: string, city: string): Promise<string> {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'cityNames' ? stored : null),
    setItem: () => undefined,
  });
  vi.resetModules();
  const page = await import('./language-store.ts');
  await page.restoreLanguage();
  return (await import('./city-name.ts')).cityName(city);
}

test('behavior: has the last visit’s names before the API answers', async () => {
  setCityNames(NAMES);
  expect(await nameAtStart(browserStorage.getItem('cityNames') ?? '', 'London')).toBe('伦敦');
});

test.each(['{', 'null', '7', '[]', '{"zh":null}', '{"zh":7}', '{"zh":{"London":7}}', '{"zh":{"London":{"a":1}}}'])(
  'error: with %s in the storage a city has its own name',
  async (stored) => {
    for (const name of ['London', 'constructor', '__proto__', 'toString']) {
      expect(await nameAtStart(stored, name)).toBe(name);
    }
  },
);
