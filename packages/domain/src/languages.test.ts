import { expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, inEveryLanguage, LANGUAGES, languagesFor, operatorLanguage } from './languages.ts';

test.each([
  ['zh', 'zh'],
  ['zhHK', 'zh'],
  ['en', 'en'],
  ['ja', 'en'],
] as const)('default: texts of operators are shown to readers of %s in %s', (language, written) => {
  expect(operatorLanguage(language)).toBe(written);
});

test('default: a text is looked up in the requested language, then in English and Chinese', () => {
  expect(languagesFor('zh')).toEqual(['zh', 'en']);
  expect(languagesFor('en')).toEqual(['en', 'zh']);
  expect(languagesFor('vi')).toEqual(['vi', 'en', 'zh']);
});

test('behavior: readers of Traditional Chinese are shown Chinese, never English', () => {
  expect(languagesFor('zhHK')).toEqual(['zhHK', 'zh']);
});

test('behavior: every language is there once, the default first', () => {
  expect(DEFAULT_LANGUAGE).toBe(LANGUAGES[0]);
  expect(Object.entries(inEveryLanguage((language) => language))).toEqual(LANGUAGES.map((each) => [each, each]));
});
