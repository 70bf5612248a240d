import { DEFAULT_LANGUAGE, LANGUAGES } from '@city-mint/domain/languages';
import { expect, test } from 'vitest';
import { LANGUAGE_NAMES, PAGE_LANGUAGES, parseLanguage } from './languages.ts';

test.each(PAGE_LANGUAGES)('%s has a name, is shown as chosen, and Intl knows it', (language) => {
  expect(LANGUAGE_NAMES[language]).not.toBe('');
  expect(Intl.NumberFormat.supportedLocalesOf(language)).toEqual([language]);
  expect(parseLanguage(language)).toBe(language);
});

test('parseLanguage: a language that is not translated yet is shown as the one that its readers read', () => {
  expect(parseLanguage('zhHK')).toBe('zh');
  const others = LANGUAGES.filter((language) => language !== 'zh' && language !== 'zhHK');
  expect(new Set(others.map(parseLanguage))).toEqual(new Set(['en']));
});

test.each([null, '', '../../x', 'zh-HK', 7])('parseLanguage: %j is the default', (value) => {
  expect(parseLanguage(value)).toBe(DEFAULT_LANGUAGE);
});
