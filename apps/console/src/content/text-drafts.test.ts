import { expect, test } from 'vitest';
import { textChanges } from './text-drafts.ts';

const override = { text: 'Now {time}', changedAt: 1, proposedBy: null, changedBy: null };
const texts = [
  { lang: 'zh' as const, bundled: '截至 {time}', override: null },
  { lang: 'en' as const, bundled: 'As of {time}', override },
  { lang: 'th' as const, bundled: 'ณ {time}', override: null },
];

test('default: a text that differs from the shown one is a change, with its fault', () => {
  expect(textChanges({ texts }, {})).toEqual([]);
  expect(textChanges({ texts }, { zh: '截至 {time}', en: 'Now {time}', th: '' })).toEqual([]);
  expect(textChanges({ texts }, { en: 'As of {time}', th: 'ณ' })).toEqual([
    { lang: 'en', text: 'As of {time}', fault: null },
    { lang: 'th', text: 'ณ', fault: { error: 'placeholder-mismatch', limit: '{time}' } },
  ]);
});
