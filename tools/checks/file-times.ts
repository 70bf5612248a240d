import { relative } from 'node:path';
import * as z from 'zod';
import type { TestRunner } from './count-tests.ts';

/** Duration of a file's tests, including their setup. */
export type FileTime = { readonly file: string; readonly seconds: number };

/** How many of the slowest files a run names. */
const SHOWN_FILES = 20;

const VITEST_TIMES = z.array(z.object({ file: z.string(), seconds: z.number() }));

const FORGE_REPORT = z.record(z.string(), z.object({ duration: z.string() }));

const PLAYWRIGHT_SUITE = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.optional(z.array(PLAYWRIGHT_SUITE));
  },
});
const PLAYWRIGHT_REPORT = z.object({ suites: z.array(PLAYWRIGHT_SUITE) });

const READERS: Record<TestRunner, (report: unknown) => FileTime[]> = {
  vitest: (report) => VITEST_TIMES.parse(report).map(({ file, seconds }) => ({ file: relative('.', file), seconds })),
  forge: readForge,
  playwright: readPlaywright,
};

/**
 * Returns the time of each file from a report: forge's and Playwright's own, and of vitest the one that
 * `report-file-times.ts` writes. Throws when the report is not one of that runner.
 */
export function readFileTimes(runner: TestRunner, report: unknown): FileTime[] {
  const seconds = new Map<string, number>();
  for (const time of READERS[runner](report)) seconds.set(time.file, (seconds.get(time.file) ?? 0) + time.seconds);
  return [...seconds].map(([file, total]) => ({ file, seconds: total }));
}

/** Returns the lines that name the slowest files, slowest first; none when there are no files. */
export function describeSlowest(times: readonly FileTime[]): string[] {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN_FILES);
  if (slowest.length === 0) return [];
  return [
    `The ${slowest.length} slowest of ${times.length} test files:`,
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
  ];
}

const SECONDS_OF_UNIT = new Map(Object.entries({ h: 3600, m: 60, s: 1, ms: 1e-3, µs: 1e-6, us: 1e-6, ns: 1e-9 }));

/** forge writes a duration as `1m 2s 3ms`, a suite as `path:contract`. */
function readForge(report: unknown): FileTime[] {
  return Object.entries(FORGE_REPORT.parse(report)).map(([suite, { duration }]) => {
    const parts = [...duration.matchAll(/([\d.]+)\s*([a-zµ]+)/g)];
    const seconds = parts.reduce(
      (sum, [, count, unit = '']) => sum + Number(count) * (SECONDS_OF_UNIT.get(unit) ?? 0),
      0,
    );
    return { file: suite.split(':', 1).join(''), seconds };
  });
}

function readPlaywright(report: unknown): FileTime[] {
  const readSuite = ({ specs, suites = [] }: z.infer<typeof PLAYWRIGHT_SUITE>): FileTime[] => [
    ...specs.flatMap(({ file, tests }) =>
      tests
        .flatMap(({ results }) => results)
        .map(({ duration }) => ({ file: `tests/browser/${file}`, seconds: duration / 1000 })),
    ),
    ...suites.flatMap(readSuite),
  ];
  return PLAYWRIGHT_REPORT.parse(report).suites.flatMap(readSuite);
}
