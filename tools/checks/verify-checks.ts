import type { Check } from './check.ts';

/** What is checked without a database, a chain or a browser: all of it in less than a minute. */
export const VERIFY_CHECKS: Check[] = [
  {
    name: 'unit',
    command: ['vitest', 'run', '--project', 'unit'],
    tests: 'vitest',
  },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.node.json'] },
  { name: 'types-web', command: ['tsc', '-p', 'apps/web/tsconfig.json'] },
  { name: 'types-browser', command: ['tsc', '-p', 'tests/browser/tsconfig.json'] },
  { name: 'format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  {
    name: 'architecture',
    command: ['vitest', 'run', '--project', 'architecture'],
    tests: 'vitest',
  },
];
