import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@city-mint/domain/languages';
import { expect, test } from 'vitest';

const TEXTS = new URL('../../migrations/0014-texts.sql', import.meta.url);

test('behavior: the tables of texts accept the code of every language', () => {
  const shapes = [...readFileSync(TEXTS, 'utf8').matchAll(/lang text not null check \(lang ~ '([^']+)'\)/g)];
  expect(shapes).toHaveLength(3);
  for (const [, shape = ''] of shapes) {
    expect(LANGUAGES.filter((language) => !new RegExp(shape).test(language))).toEqual([]);
    expect('english').not.toMatch(new RegExp(shape));
  }
});
