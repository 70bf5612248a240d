import type { Check } from './check.ts';

/** What is checked beyond verify, the cheapest first. They run one after the other, since each wants the machine. */
export const TEST_CHECKS: Check[] = [
  { name: 'contracts', command: ['node', 'contracts/script/check.ts'], tests: 'forge' },
  { name: 'db', command: ['vitest', 'run', '--project', 'db'], tests: 'vitest' },
  { name: 'chain', command: ['vitest', 'run', '--project', 'chain'], tests: 'vitest' },
  { name: 'browser', command: ['playwright', 'test', '-c', 'tests/browser/playwright.config.ts'], tests: 'playwright' },
];
