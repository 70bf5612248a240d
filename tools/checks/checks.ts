import type { TestRunner } from './count-tests.ts';

/**
 * A step that must pass. With `tests` its report is read; without it, the step counts as one test. A `patient` step
 * runs in parallel to others at a lower priority.
 */
export type Check = { name: string; command: readonly [string, ...string[]]; tests?: TestRunner; patient?: boolean };

/**
 * Checks the types of a project incrementally. Several checkers would each resolve the same types of libraries: four,
 * the compiler's default, take twice the processor time of one and save no time while other steps run.
 */
function typesOf(project: string, memory: string): Check['command'] {
  const incremental = ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${memory}.tsbuildinfo`];
  return ['tsc', '-p', project, '--checkers', '1', ...incremental];
}

/** The steps that start no other program; they take less than a minute. */
export const VERIFY_CHECKS: readonly Check[] = [
  { name: 'unit', command: ['vitest', 'run', '--project', 'unit'], tests: 'vitest' },
  { name: 'types', command: typesOf('tsconfig.node.json', 'node') },
  { name: 'types-web', command: typesOf('apps/web/tsconfig.json', 'web') },
  { name: 'types-console', command: typesOf('apps/console/tsconfig.json', 'console') },
  { name: 'types-service-worker', command: typesOf('apps/web/service-worker/tsconfig.json', 'service-worker') },
  { name: 'types-exit-page', command: typesOf('apps/verify/page/tsconfig.json', 'exit-page') },
  { name: 'types-browser', command: typesOf('tests/browser/tsconfig.json', 'browser') },
  { name: 'format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'architecture', command: ['vitest', 'run', '--project', 'architecture'], tests: 'vitest' },
];

/** The builds, tests and mutations of the contracts; unless `cached`, also those that passed with the same inputs. */
function contractsCheck(cached: boolean): Check {
  const command: Check['command'] = ['node', 'contracts/script/check.ts', ...(cached ? [] : ['--no-cache'])];
  return { name: 'contracts', command, tests: 'forge', patient: true };
}

/**
 * The steps after the first ones. Those of a sequence run one at a time, the sequences in parallel: `contracts`, which
 * waits for nothing and has no limits of time, uses what the others leave of the processors.
 */
export function testSequences({ cached }: { cached: boolean }): readonly (readonly Check[])[] {
  const vitest = (name: string, ...projects: string[]): Check => ({
    ...{ name, tests: 'vitest' },
    command: ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
  });
  const browser: Check['command'] = ['playwright', 'test', '-c', 'tests/browser/playwright.config.ts'];
  return [
    [
      { name: 'browser', command: browser, tests: 'playwright' },
      vitest('page', 'page', 'console'),
      vitest('process', 'process'),
      vitest('db', 'db'),
      vitest('chain', 'chain'),
    ],
    [contractsCheck(cached)],
  ];
}
