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
  { name: 'types-browser', command: typesOf('tests/browser/tsconfig.json', 'browser') },
  { name: 'format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'architecture', command: ['vitest', 'run', '--project', 'architecture'], tests: 'vitest' },
];

/**
 * Only computes and waits for nothing: it takes the time in which the tests of the other steps wait. Unless `cached`,
 * it also runs what passed with the same inputs.
 */
export function contractsCheck({ cached }: { cached: boolean }): Check {
  const command: Check['command'] = ['node', 'contracts/script/check.ts', ...(cached ? [] : ['--no-cache'])];
  return { name: 'contracts', command, tests: 'forge', patient: true };
}

/**
 * The other steps. Each uses the whole machine, so they run one at a time: the browser first, since it waits the most,
 * for rounds to close and pages to load, and so leaves the most to `contracts`.
 */
export const TEST_CHECKS: readonly Check[] = [
  { name: 'browser', command: ['playwright', 'test', '-c', 'tests/browser/playwright.config.ts'], tests: 'playwright' },
  {
    name: 'page',
    command: ['vitest', 'run', '--project', 'page', '--project', 'console'],
    tests: 'vitest',
  },
  { name: 'process', command: ['vitest', 'run', '--project', 'process'], tests: 'vitest' },
  { name: 'db', command: ['vitest', 'run', '--project', 'db'], tests: 'vitest' },
  { name: 'chain', command: ['vitest', 'run', '--project', 'chain'], tests: 'vitest' },
];
