import { stripVTControlCharacters } from 'node:util';
import type { Check } from './check.ts';

/** Where each runner's summary says its figures; of several summaries the last one is about everything. */
const SUMMARIES = {
  vitest: { passed: /^ *Tests .*?(\d+) passed/gm, failed: /^ *Tests .*?(\d+) failed/gm },
  forge: { passed: /^Ran \d+ test suites?.* (\d+) tests? passed/gm, failed: /^Ran \d+ test suites?.* (\d+) failed/gm },
  playwright: { passed: /^ +(\d+) passed/gm, failed: /^ +(\d+) failed/gm },
} as const;

/** How many tests passed and failed by this output; null when there is no summary in it. */
export function countTests(
  runner: NonNullable<Check['tests']>,
  output: string,
): { passed: number; failed: number } | null {
  const plain = stripVTControlCharacters(output);
  const passed = lastFigure(plain, SUMMARIES[runner].passed);
  const failed = lastFigure(plain, SUMMARIES[runner].failed);
  return passed === null && failed === null ? null : { passed: passed ?? 0, failed: failed ?? 0 };
}

function lastFigure(text: string, pattern: RegExp): number | null {
  const found = [...text.matchAll(pattern)].at(-1)?.[1];
  return found === undefined ? null : Number(found);
}
