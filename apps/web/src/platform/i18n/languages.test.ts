import { DEFAULT_LANGUAGE, LANGUAGES } from '@city-mint/domain/languages';
import { expect, test } from 'vitest';
import { LANGUAGE_NAMES, localeOf, parseLanguage } from './languages.ts';

test.each(LANGUAGES)('%s has a name and a locale that Intl knows', (language) => {
  expect(LANGUAGE_NAMES[language]).not.toBe('');
  expect(Intl.NumberFormat.supportedLocalesOf(localeOf(language))).toEqual([localeOf(language)]);
  expect(parseLanguage(language)).toBe(language);
});

test.each([null, '', '../../x', 'zh-HK', 7])('parseLanguage: %j is the default', (value) => {
  expect(parseLanguage(value)).toBe(DEFAULT_LANGUAGE);
});
