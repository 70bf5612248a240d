import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';

/** A test runner that writes a report as JSON. */
export type TestRunner = 'vitest' | 'forge' | 'playwright';

/** How many tests passed and failed, and the names of those that failed or passed only when they were tried again. */
export type TestCount = { passed: number; failed: number; failedTests: string[]; flakyTests: string[] };

/** A test and its result; skipped ones are left out. */
type Outcome = { name: string; state: 'passed' | 'failed' | 'flaky' };

const VITEST_REPORT = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullable() }),
      ),
    }),
  ),
});

const FORGE_REPORT = z.record(
  z.string(),
  z.object({
    test_results: z.record(z.string(), z.object({ status: z.enum(['Success', 'Failure', 'Skipped']) })),
  }),
);

const PLAYWRIGHT_SPEC = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(
        z.object({
          errors: z.array(
            z.object({ message: z.optional(z.string()), location: z.optional(z.object({ line: z.number() })) }),
          ),
        }),
      ),
    }),
  ),
});
const PLAYWRIGHT_SUITE = z.object({
  specs: z.array(PLAYWRIGHT_SPEC),
  get suites() {
    return z.optional(z.array(PLAYWRIGHT_SUITE));
  },
});
const PLAYWRIGHT_REPORT = z.object({ suites: z.array(PLAYWRIGHT_SUITE) });

const READERS: Record<TestRunner, (report: unknown) => Outcome[]> = {
  vitest: readVitest,
  forge: readForge,
  playwright: readPlaywright,
};

/** Returns the count of a runner's report; throws when the report is not one of that runner. */
export function countTests(runner: TestRunner, report: unknown): TestCount {
  const outcomes = READERS[runner](report);
  const namesOf = (state: Outcome['state']) => outcomes.filter((test) => test.state === state).map(({ name }) => name);
  const failedTests = namesOf('failed');
  return {
    passed: outcomes.length - failedTests.length,
    failed: failedTests.length,
    failedTests,
    flakyTests: namesOf('flaky'),
  };
}

/**
 * Returns the relevant part of forge's report as JSON: the results without times, as for tests that were not run again.
 */
export function briefReport(report: unknown): string {
  const suites = Object.entries(FORGE_REPORT.parse(report));
  return JSON.stringify(Object.fromEntries(suites.map(([suite, results]) => [suite, { ...results, duration: '0s' }])));
}

/** A test that passed with failure messages was retried. A file that could not be loaded is a failed test. */
function readVitest(report: unknown): Outcome[] {
  return VITEST_REPORT.parse(report).testResults.flatMap(({ name, status, assertionResults }): Outcome[] => {
    const file = relative('.', name);
    const tests = assertionResults.flatMap(({ fullName, status: state, failureMessages }): Outcome[] => {
      if (state !== 'passed' && state !== 'failed') return [];
      const [problem] = failureMessages ?? [];
      if (problem === undefined) return [{ name: `${file} > ${fullName}`, state }];
      const name = withProblem(`${file} > ${fullName}`, problem);
      return [{ name, state: state === 'failed' ? 'failed' : 'flaky' }];
    });
    const isExplained = status !== 'failed' || tests.some(({ state }) => state === 'failed');
    return isExplained ? tests : [...tests, { name: file, state: 'failed' }];
  });
}

/** Shows the failure of a passed retry: it appears nowhere else, and a long log may be truncated. */
function withProblem(name: string, problem: string): string {
  return `${name}: ${stripVTControlCharacters(problem).split('\n', 1).join('')}`;
}

function readForge(report: unknown): Outcome[] {
  return Object.entries(FORGE_REPORT.parse(report)).flatMap(([suite, { test_results }]) =>
    Object.entries(test_results).flatMap(([name, { status }]): Outcome[] =>
      status === 'Skipped' ? [] : [{ name: `${suite} ${name}`, state: status === 'Success' ? 'passed' : 'failed' }],
    ),
  );
}

function readPlaywright(report: unknown): Outcome[] {
  const states = { expected: 'passed', unexpected: 'failed', flaky: 'flaky' } as const;
  const readSuite = ({ specs, suites = [] }: z.infer<typeof PLAYWRIGHT_SUITE>): Outcome[] => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests.flatMap(({ status, results }) => {
        if (status === 'skipped') return [];
        const name = `${file}:${line} > ${title}`;
        const [error] = results.flatMap(({ errors }) => errors);
        const place = error?.location === undefined ? '' : `line ${error.location.line}: `;
        return [
          {
            name: error === undefined ? name : withProblem(name, place + (error.message ?? '')),
            state: states[status],
          },
        ];
      }),
    ),
    ...suites.flatMap(readSuite),
  ];
  return PLAYWRIGHT_REPORT.parse(report).suites.flatMap(readSuite);
}
