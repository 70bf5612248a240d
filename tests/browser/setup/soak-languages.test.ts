import { LANGUAGES, type Language } from '@city-mint/domain/languages';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { soakLanguages } from './soak-languages.ts';

const DAY = 20_789 * DAY_MS;

beforeEach(() => {
  vi.stubEnv('SOAK_LANGUAGES', undefined);
  vi.stubEnv('TEST_SOAK_DAY', undefined);
});
afterEach(() => vi.unstubAllEnvs());

/** Returns the languages of a run that starts that many days later. */
function onDay(languages: readonly Language[], later: number) {
  vi.stubEnv('TEST_SOAK_DAY', undefined);
  return soakLanguages(languages, DAY + later * DAY_MS);
}

test.each([7, 8])('default: two of %i languages a day, and each of them within that many days', (count) => {
  const languages = LANGUAGES.slice(0, count);
  const days = Array.from({ length: Math.ceil(count / 2) }, (_, later) => onDay(languages, later));
  expect(days.map(({ length }) => length)).toEqual(days.map(() => 2));
  expect(new Set(days.flat())).toEqual(new Set(languages));
});

test('behavior: a run that passes midnight keeps its languages', () => {
  const before = onDay(LANGUAGES, 0);
  expect(soakLanguages(LANGUAGES, DAY + DAY_MS)).toEqual(before);
  expect(onDay(LANGUAGES, 1)).not.toEqual(before);
});

test('behavior: SOAK_LANGUAGES=all looks at all of them', () => {
  vi.stubEnv('SOAK_LANGUAGES', 'all');
  expect(onDay(LANGUAGES, 0)).toEqual(LANGUAGES);
});
