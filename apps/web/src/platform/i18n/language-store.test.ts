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

// The store is the page's own, so each test uses different areas.
beforeEach(async () => {
  overrideTexts({});
  await chooseLanguage('zh');
});

test('default: has an area’s texts once it is loaded, in the page’s language', async () => {
  expect(hasTexts(['ui', 'session', 'home'])).toBe(true);
  expect(hasTexts(['my'])).toBe(false);
  await loadTexts(['my']);
  expect(state().messages.my).toEqual(myZh);
});

test('behavior: an area in use is loaded with the next language', async () => {
  await loadTexts(['my']);
  await chooseLanguage('en');
  expect(state()).toMatchObject({ language: 'en', messages: { ui: uiEn, my: myEn } });
});

test('behavior: a prefetched area is not in use', async () => {
  await prefetchTexts(['rounds']);
  expect(hasTexts(['rounds'])).toBe(false);
  await loadTexts(['rounds']);
  expect(state().messages.rounds).toEqual(rounds);
});

test('behavior: an area that loads during a change of language arrives in the new one', async () => {
  const loaded = loadTexts(['assets']);
  const chosen = chooseLanguage('en');
  await Promise.all([loaded, chosen]);
  expect(state().language).toBe('en');
  expect(state().messages.assets).toEqual(assets);
});

test('behavior: shows the later of two choices, whichever arrives first', async () => {
  await Promise.all([chooseLanguage('en'), chooseLanguage('zh')]);
  expect(state().language).toBe('zh');
});

test('behavior: the server’s texts override every area, also one that is loaded later', async () => {
  overrideTexts({ zh: { 'ui.retry': '再来' }, en: { 'my.title': 'Me', 'my.unknown': 'x' } });
  expect(state().messages.ui.retry).toBe('再来');
  await loadTexts(['my']);
  await chooseLanguage('en');
  expect(state().messages).toMatchObject({ my: { ...myEn, title: 'Me' }, ui: { retry: uiEn.retry } });
  expect(state().messages.my).not.toHaveProperty('unknown');
});
