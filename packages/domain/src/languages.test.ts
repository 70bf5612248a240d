import { expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, languagesFor, serverLanguage } from './languages.ts';

test.each([
  ['zh', 'zh'],
  ['zhHK', 'zh'],
  ['en', 'en'],
  ['ja', 'en'],
  ['none', 'en'],
  ['', 'en'],
])('default: the server speaks to readers of %j in %s', (language, spoken) => {
  expect(serverLanguage(language)).toBe(spoken);
});

test('default: a text is looked up in the requested language, then in one of the server, then in the other', () => {
  expect(languagesFor('zhHK')).toEqual(['zhHK', 'zh', 'en']);
  expect(languagesFor('vi')).toEqual(['vi', 'en', 'zh']);
});

test('behavior: every language leads to both languages of the server', () => {
  expect(DEFAULT_LANGUAGE).toBe(LANGUAGES[0]);
  for (const language of LANGUAGES) {
    expect(languagesFor(language)[0]).toBe(language);
    expect(languagesFor(language)).toEqual(expect.arrayContaining(['zh', 'en']));
  }
});
