import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@city-mint/domain/languages';
import { expect, test } from 'vitest';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

test('behavior: the tables of texts accept exactly the languages of the product', () => {
  const files = readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
  const checks = files.flatMap((name) => [
    ...readFileSync(new URL(name, MIGRATIONS), 'utf8').matchAll(/check \(lang in \(([^)]*)\)\)/g),
  ]);
  expect(checks.length).toBeGreaterThan(0);
  for (const [, list = ''] of checks) {
    const languages = [...list.matchAll(/'(\w+)'/g)].map(([, language]) => language);
    expect(languages.toSorted()).toEqual([...LANGUAGES].toSorted());
  }
});
