import type { Rule } from './source-file.ts';

const DURATIONS = 'packages/domain/src/time/durations.ts';
const AMOUNTS = 'packages/domain/src/money/amount-text.ts';

/** Definitions of the domain, each with a pattern that finds a copy in another file. */
const WRITTEN: readonly { readonly home: string; readonly pattern: RegExp }[] = [
  { home: DURATIONS, pattern: /\b(?:const|let)\s+(?:DAY_MS|HOUR_MS|MINUTE_MS)\b|\b86_?400_?000\b/g },
  { home: AMOUNTS, pattern: /\b(?:const|function)\s+(?:parseAmount|unitsOf|signedUnitsOf)\b/g },
];

/** The length of a day, and the reading of an amount, are written in the domain and nowhere else. */
export const writtenOnce: Rule = {
  name: 'written once',
  find: ({ sources }) =>
    sources.flatMap(({ path, text }) =>
      WRITTEN.filter(({ home }) => path !== home).flatMap(({ home, pattern }) =>
        [...text.matchAll(pattern)].map(([words]) => ({ path, problem: `writes ${words} again, which ${home} has` })),
      ),
    ),
};
