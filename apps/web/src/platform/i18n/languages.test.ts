import { DEFAULT_LANGUAGE, LANGUAGE_NAMES, localeOf } from '@city-mint/domain/languages';
import { expect, test } from 'vitest';
import { PAGE_LANGUAGES, parseLanguage } from './languages.ts';

test.each(PAGE_LANGUAGES)('%s has a name, is accepted, and Intl knows it', (language) => {
  expect(LANGUAGE_NAMES[language]).not.toBe('');
  expect(Intl.NumberFormat.supportedLocalesOf(localeOf(language))).toEqual([localeOf(language)]);
  expect(parseLanguage(language)).toBe(language);
});

test.each([null, '', '../../x', 'zh-HK', 7])('parseLanguage: returns the default for %j', (value) => {
  expect(parseLanguage(value)).toBe(DEFAULT_LANGUAGE);
});
