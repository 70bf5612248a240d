import { defineConfig } from 'vitest/config';
import { FlakyReporter } from './tools/checks/flaky-reporter.ts';

// On a strange machine a test that waits for processes, nodes or the clock is tried once more; which one needed it is told.
const retry = process.env['CI'] === undefined ? 0 : 1;

// The suffix of a test file is its price: x.test.ts is pure, x.db.test.ts needs PostgreSQL, x.chain.test.ts needs anvil too.
export default defineConfig({
  test: {
    reporters: ['default', new FlakyReporter()],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'devnet/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts', '**/*.chain.test.ts', 'tools/architecture.test.ts'],
        },
      },
      { test: { name: 'architecture', include: ['tools/architecture.test.ts'] } },
      {
        test: {
          name: 'db',
          include: ['apps/server/**/*.db.test.ts', 'devnet/**/*.db.test.ts', 'tests/**/*.db.test.ts'],
          globalSetup: ['tests/setup/database.ts'],
          testTimeout: 60_000,
          retry,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'chain',
          include: [
            'apps/server/**/*.chain.test.ts',
            'packages/**/*.chain.test.ts',
            'tests/**/*.chain.test.ts',
            'devnet/**/*.chain.test.ts',
          ],
          globalSetup: ['tests/setup/database.ts'],
          testTimeout: 120_000,
          retry,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
