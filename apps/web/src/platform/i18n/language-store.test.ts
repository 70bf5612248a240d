import { assets } from '@city-mint/texts/en/page/assets';
import { my as myEn } from '@city-mint/texts/en/page/my';
import { ui as uiEn } from '@city-mint/texts/en/page/ui';
import { my as myZh } from '@city-mint/texts/zh/page/my';
import { rounds } from '@city-mint/texts/zh/page/rounds';
import { beforeEach, expect, test } from 'vitest';
import {
  chooseLanguage,
  hasTexts,
  loadTexts,
  overrideTexts,
  prefetchTexts,
  useLanguageStore,
} from './language-store.ts';

const state = () => useLanguageStore.getState();

// The store is the page's own; each test uses areas of its own.
beforeEach(async () => {
  overrideTexts({});
  await chooseLanguage('zh');
});

test('default: an area is there once it was loaded, in the language of the page', async () => {
  expect(hasTexts(['ui', 'session', 'home'])).toBe(true);
  expect(hasTexts(['my'])).toBe(false);
  await loadTexts(['my']);
  expect(state().messages.my).toEqual(myZh);
});

test('behavior: what is in use is there in a language that is chosen later', async () => {
  await loadTexts(['my']);
  await chooseLanguage('en');
  expect(state()).toMatchObject({ language: 'en', messages: { ui: uiEn, my: myEn } });
});

test('behavior: an area that was fetched in advance is not in use', async () => {
  await prefetchTexts(['rounds']);
  expect(hasTexts(['rounds'])).toBe(false);
  await loadTexts(['rounds']);
  expect(state().messages.rounds).toEqual(rounds);
});

test('behavior: an area that is loaded while the language changes is there in the new one', async () => {
  const loaded = loadTexts(['assets']);
  const chosen = chooseLanguage('en');
  await Promise.all([loaded, chosen]);
  expect(state().language).toBe('en');
  expect(state().messages.assets).toEqual(assets);
});

test('behavior: of two choices the later one is shown, whichever comes first', async () => {
  await Promise.all([chooseLanguage('en'), chooseLanguage('zh')]);
  expect(state().language).toBe('zh');
});

test('behavior: the server’s texts go over every area, also over one that is loaded later', async () => {
  overrideTexts({ zh: { 'ui.retry': '再来' }, en: { 'my.title': 'Me', 'my.unknown': 'x' } });
  expect(state().messages.ui.retry).toBe('再来');
  await loadTexts(['my']);
  await chooseLanguage('en');
  expect(state().messages).toMatchObject({ my: { ...myEn, title: 'Me' }, ui: { retry: uiEn.retry } });
  expect(state().messages.my).not.toHaveProperty('unknown');
});
