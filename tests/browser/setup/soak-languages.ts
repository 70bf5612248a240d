import type { Language } from '@city-mint/domain/languages';
import { DAY_MS } from '@city-mint/domain/time/durations';

/** The screens in eight more languages took 560 of about 4,900 seconds of browser tests. */
const LANGUAGES_A_DAY = 2;

/**
 * Returns those of `languages` whose screens a soak run looks at: two, and the next two on the next day.
 * SOAK_LANGUAGES=all chooses all of them. Workers read the specs later, so the day of the run is in TEST_SOAK_DAY.
 */
export function soakLanguages(languages: readonly Language[], now = Date.now()): readonly Language[] {
  if (process.env['SOAK_LANGUAGES'] === 'all') return languages;
  process.env['TEST_SOAK_DAY'] ??= String(Math.floor(now / DAY_MS));
  const first = Number(process.env['TEST_SOAK_DAY']) * LANGUAGES_A_DAY;
  const turns = Array.from({ length: LANGUAGES_A_DAY }, (_, turn) => (first + turn) % languages.length);
  return languages.filter((_, place) => turns.includes(place));
}
