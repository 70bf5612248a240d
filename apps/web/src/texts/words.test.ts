import { describe, expect, test } from 'vitest';
import { PAGE_LANGUAGES } from '#platform/i18n/languages.ts';

/*
 * Holds the page to the product's words, docs/languages/: a label that is a word and nothing else says it in each
 * language. In longer texts a word may be inflected or left out, which a comparison of texts cannot follow.
 */

type Word = { readonly word: string; readonly zh: string; readonly forms: readonly string[] };

const TABLES = import.meta.glob<string>('../../../../docs/languages/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const FILES = import.meta.glob<Record<string, unknown>>('./*/page/*.ts', {
  eager: true,
  base: '../../../../packages/texts/src/',
});

/** Returns the rows of a language's table: the word, the Chinese text, and the accepted forms in lower case. */
function wordsOf(language: string): readonly Word[] {
  const table = TABLES[`../../../../docs/languages/${language}.md`] ?? '';
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

function labelsOf(language: string): ReadonlyMap<string, string> {
  const leaves = (prefix: string, value: unknown): [string, string][] =>
    typeof value === 'string'
      ? [[prefix, value]]
      : Object.entries(Object(value)).flatMap(([key, inner]) => leaves(`${prefix}.${key}`, inner));
  const files = Object.entries(FILES).filter(([path]) => path.startsWith(`./${language}/`));
  return new Map(files.flatMap(([, module]) => leaves('', module)));
}

const zh = labelsOf('zh');

describe.each(PAGE_LANGUAGES.filter((language) => language !== 'zh'))('%s', (language) => {
  const words = wordsOf(language);
  const texts = labelsOf(language);

  test('has every word of the product, each with the Chinese it stands for', () => {
    const chinese = wordsOf('zh');
    expect(chinese.length).toBeGreaterThan(70);
    expect(words.map(({ word }) => word)).toEqual(chinese.map(({ word }) => word));
    expect(words.map((entry) => entry.zh)).toEqual(chinese.map((entry) => entry.zh));
    for (const { word, forms } of words) expect(forms, word).not.toEqual([]);
  });

  test('says them in its labels', () => {
    const byChinese = new Map(words.map((entry) => [entry.zh, entry]));
    const labels = [...zh].flatMap(([key, label]) => {
      const entry = byChinese.get(label);
      return entry === undefined ? [] : [{ key, text: texts.get(key) ?? '', entry }];
    });
    expect(labels.length).toBeGreaterThan(30);
    const others = labels
      .filter(({ text, entry }) => !entry.forms.some((form) => text.toLowerCase().includes(form)))
      .map(({ key, text, entry }) => `${key}: “${text}” says none of ${entry.forms.join(' / ')}`);
    expect(others).toEqual([]);
  });
});
