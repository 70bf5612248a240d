import { readFile } from 'node:fs/promises';
import { LANGUAGES, type Language } from '@city-mint/domain/languages';
import { describe, expect, test } from 'vitest';
import { pageTextsIn } from './testing/page-texts-in.ts';

/*
 * Holds the page to the words of the product, words.md of each language: a label that is only a word uses one of its
 * forms. In longer texts a word may be inflected or left out, which a comparison of texts cannot follow.
 */

type Word = { readonly word: string; readonly zh: string; readonly forms: readonly string[] };

/** Returns the rows of a language's table: the word, the Chinese text, and the accepted forms in lower case. */
async function wordsOf(language: Language): Promise<readonly Word[]> {
  const table = await readFile(new URL(`${language}/words.md`, import.meta.url), 'utf8');
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !/^\| (word|---)/.test(line));
  return rows.map((row) => {
    const [word = '', zh = '', form = '', also = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const forms = [form, ...also.split(' / ')].filter((text) => text !== '');
    return { word, zh, forms: forms.map((text) => text.toLowerCase()) };
  });
}

const zh = await pageTextsIn('zh');
const chinese = await wordsOf('zh');

describe.each(LANGUAGES.filter((language) => language !== 'zh'))('%s', (language) => {
  test('has every word of the product, each with the Chinese it stands for', async () => {
    const words = await wordsOf(language);
    expect(chinese.length).toBeGreaterThan(70);
    expect(words.map(({ word }) => word)).toEqual(chinese.map(({ word }) => word));
    expect(words.map((entry) => entry.zh)).toEqual(chinese.map((entry) => entry.zh));
    for (const { word, forms } of words) expect(forms, word).not.toEqual([]);
  });

  test('says them in its labels', async () => {
    const texts = await pageTextsIn(language);
    const byChinese = new Map((await wordsOf(language)).map((entry) => [entry.zh, entry]));
    const labels = Object.entries(zh).flatMap(([key, label]) => {
      const entry = byChinese.get(label);
      return entry === undefined ? [] : [{ key, text: texts[key] ?? '', entry }];
    });
    expect(labels.length).toBeGreaterThan(30);
    const others = labels
      .filter(({ text, entry }) => !entry.forms.some((form) => text.toLowerCase().includes(form)))
      .map(({ key, text, entry }) => `${key}: “${text}” says none of ${entry.forms.join(' / ')}`);
    expect(others).toEqual([]);
  });
});
