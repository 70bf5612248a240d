import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { reportFileTimes } from './tools/checks/report-file-times.ts';
import { SOAK_TAGS } from './tools/checks/soak-tags.ts';

// Files of a worker share its process, each with separate modules: starting processes and loading packages for each
// file took longer than the tests.
const shared = {
  isolate: false,
  setupFiles: ['tests/setup/reset-modules.ts', 'tests/setup/replay-property.ts'],
  // On a busy machine a second is too short for what another process does.
  expect: { poll: { timeout: 120_000 } },
};
const withDatabase = { ...shared, setupFiles: [...shared.setupFiles, 'tests/setup/same-day.ts'] };

/** Components, in a document without layout. */
const inDocument = {
  environment: 'happy-dom',
  testTimeout: 120_000,
  // Times on the screen are by the clock of the device.
  env: { TZ: 'Asia/Singapore' },
};

// As in the page's vite.config.ts.
const COMPILED_TEXTS = {
  find: /^use-intl\/format-message$/,
  replacement: `${import.meta.dirname}/apps/web/src/platform/i18n/format-message.ts`,
};

/** Where `npm test` wants the results, and, with this suffix, the times of the files. */
const report = process.env['VITEST_REPORT'];

// These read files of the whole repository as text, so Vitest cannot know which changes concern them.
const REPOSITORY_TESTS = ['tools/architecture.test.ts', 'tools/decisions-index.test.ts', 'tools/*-table.test.ts'];

// The suffix of a test file names its needs: x.test.ts nothing, x.process.test.ts programs that it starts,
// x.db.test.ts PostgreSQL, x.chain.test.ts anvil too.
export default defineConfig({
  test: {
    // Vitest leaves a core free, which on two cores means one worker.
    maxWorkers: availableParallelism(),
    ...(report !== undefined && {
      reporters: ['default', ['json', { outputFile: report }], reportFileTimes(`${report}.times`)],
    }),
    tags: SOAK_TAGS.map((name) => ({ name, description: 'not with every change: for `npm test -- --soak`' })),
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          testTimeout: 300_000,
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', '{devnet,tools,bench,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.{process,db,chain}.test.ts', ...REPOSITORY_TESTS],
        },
      },
      {
        resolve: { alias: [COMPILED_TEXTS] },
        test: {
          name: 'page',
          ...shared,
          include: ['{apps/web,packages/ui}/src/**/*.test.tsx'],
          ...inDocument,
          // Its imports go through the alias only as one of our own modules.
          server: { deps: { inline: ['use-intl'] } },
        },
      },
      { test: { name: 'console', ...shared, ...inDocument, include: ['apps/console/src/**/*.test.tsx'] } },
      {
        test: {
          name: 'process',
          ...shared,
          include: ['{packages,apps,devnet,tools,bench}/**/*.process.test.ts'],
          testTimeout: 300_000,
        },
      },
      { test: { name: 'architecture', include: REPOSITORY_TESTS, testTimeout: 300_000 } },
      {
        test: {
          name: 'db',
          ...withDatabase,
          include: ['apps/server/**/*.db.test.ts', 'devnet/**/*.db.test.ts', 'tests/**/*.db.test.ts'],
          globalSetup: ['tests/setup/database.ts'],
          // Ends what hangs; a busy machine takes several times as long as an idle one.
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'chain',
          ...withDatabase,
          include: [
            'apps/server/**/*.chain.test.ts',
            'packages/**/*.chain.test.ts',
            'tests/**/*.chain.test.ts',
            'devnet/**/*.chain.test.ts',
          ],
          globalSetup: ['tests/setup/database.ts'],
          // Ends what hangs; processes that are killed and started again take four minutes on a slow machine.
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
