import { LANGUAGES } from '@city-mint/domain/languages';
import { parseAmount } from '@city-mint/domain/money/amount-text';
import { expect, test } from 'vitest';
import { entryOf, isAmbiguous, readingsOf, unclearText } from './entered-amount.ts';

test('keeps a plain decimal of a text that is one amount', () => {
  expect(entryOf('1.234,5', { language: 'id', unit: 'JU' })).toBe('1234.5');
  expect(entryOf(' ', { language: 'id', unit: 'JU' })).toBe('');
});

test.each(['1.125', '1,125', 'abc', '1.2.3', '-1'])(
  'no code takes %s for a plain decimal before it is clear',
  (typed) => {
    for (const language of LANGUAGES) {
      const entry = entryOf(typed, { language, unit: 'JU' });
      const isClear = unclearText(entry) === null;
      expect(parseAmount(entry).ok).toBe(isClear);
      if (!isClear) expect(unclearText(entry)).toBe(typed);
    }
  },
);

test('offers the readings of an ambiguous text, also after another language was chosen', () => {
  const entry = entryOf('1.125', { language: 'id', unit: 'JU' });
  expect(isAmbiguous(entry)).toBe(true);
  expect(readingsOf(entry, { language: 'id', unit: 'JU' })).toEqual(['1125', '1.125']);
  expect(readingsOf(entry, { language: 'en', unit: 'JU' })).toEqual(['1.125']);
  expect(readingsOf('1.125', { language: 'id', unit: 'JU' })).toEqual([]);
});
