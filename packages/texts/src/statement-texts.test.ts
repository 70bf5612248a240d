import { LANGUAGES } from '@city-mint/domain/languages';
import { STATEMENT_KINDS } from '@city-mint/domain/ledger/statement-kinds';
import { expect, test } from 'vitest';
import { loadTexts } from './load-texts.ts';

const TEXTS = await loadTexts('statement');

test.each(LANGUAGES)('behavior: in %s every kind has its own text', (lang) => {
  const { kinds, head } = TEXTS[lang].statement;
  expect(Object.keys(kinds).toSorted()).toEqual([...STATEMENT_KINDS].toSorted());
  expect(new Set(Object.values(kinds)).size).toBe(STATEMENT_KINDS.length);
  expect(head).toHaveLength(9);
});

test('behavior: no two languages have the same headings', () => {
  expect(new Set(Object.values(TEXTS).map(({ statement: { head } }) => head.join())).size).toBe(LANGUAGES.length);
});
