import { readTypedAmount } from '@city-mint/domain/money/typed-amount';
import { expect, test } from 'vitest';
import { TYPED_AMOUNTS, type TypedAmountRow } from './typed-amounts.ts';

/** The answer in the words of the table. */
function answerOf({ language, typed }: TypedAmountRow): TypedAmountRow['right'] {
  const read = readTypedAmount(typed, { language, unit: 'JU' });
  switch (read.kind) {
    case 'empty':
      return '';
    case 'amount':
      return read.decimal;
    case 'ambiguous':
      return { ask: read.readings };
    case 'unreadable':
      return 'refuse';
  }
}

test.each(TYPED_AMOUNTS)('reads $typed in $language: $seen', (row) => {
  expect(answerOf(row)).toEqual(row.right);
});

test('has texts of all ten languages', () => {
  expect(new Set(TYPED_AMOUNTS.map(({ language }) => language)).size).toBe(10);
});
