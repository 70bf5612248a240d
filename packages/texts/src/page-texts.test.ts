import { inEveryLanguage, LANGUAGES, type Language } from '@city-mint/domain/languages';
import { describe, expect, test } from 'vitest';
import { placeholdersOf } from './check-text.ts';
import { parseMessage } from './parse-message.ts';
import { pageTextsIn } from './testing/page-texts-in.ts';

const all = new Map(await Promise.all(LANGUAGES.map(async (each) => [each, await pageTextsIn(each)] as const)));
/** Every text by language and dotted key. */
const texts = inEveryLanguage((language) => all.get(language) ?? {});

/** Texts that are the same in every language: names, signs and abbreviations. */
const SAME_EVERYWHERE = new Set<string>(['home.title']);

describe.each(LANGUAGES.filter((language) => language !== 'zh'))('%s', (language) => {
  const translated = texts[language];

  test('has the keys of the default language', () => {
    expect(Object.keys(texts.zh).length).toBeGreaterThan(100);
    expect(Object.keys(translated).sort()).toEqual(Object.keys(texts.zh).sort());
  });

  test('every text is an ICU message with the placeholders of the default language', () => {
    const wrong = Object.entries(translated).filter(([key, text]) => {
      expect(() => parseMessage(text), key).not.toThrow();
      return placeholdersOf(text).join() !== placeholdersOf(texts.zh[key] ?? '').join();
    });
    expect(wrong).toEqual([]);
  });

  test('repeats no text of another language, besides names and loanwords', () => {
    const foreign = LANGUAGES.filter((other) => other !== language && !isSister(language, other));
    const repeated = foreign.flatMap((other) =>
      Object.entries(texts[other]).filter(
        ([key, text]) => isText(text) && translated[key] === text && !SAME_EVERYWHERE.has(key),
      ),
    );
    expect(repeated).toEqual([]);
  });

  test('is not the text of a sister language with other letters', () => {
    const sisters = LANGUAGES.filter((other) => other !== language && isSister(language, other));
    for (const sister of sisters) {
      const all = Object.entries(translated).filter(([, text]) => isText(text));
      const same = all.filter(([key, text]) => texts[sister][key] === text);
      expect(same.length / all.length, sister).toBeLessThan(0.25);
    }
  });
});

/** Languages that write many labels alike. */
const SISTERS: readonly (readonly Language[])[] = [
  ['zh', 'zhHK', 'ja'],
  ['id', 'ms'],
];

function isSister(one: Language, other: Language): boolean {
  return SISTERS.some((group) => group.includes(one) && group.includes(other));
}

/** Whether a text is more than a loanword, a name, an abbreviation or a unit: three words, or fifteen letters. */
function isText(text: string): boolean {
  const own = text.replace(/\{[^}]*\}/g, '').replace(/City Mint|WalletConnect|\b[A-Z]{2,4}\b/g, '');
  const words = own.match(/\p{L}{2,}/gu) ?? [];
  return words.length >= 3 || words.join('').length >= 15;
}
