import { defineConfig } from '@playwright/test';
import { findChromium } from '../../tools/find-chromium.ts';
import { findOldChromium } from '../../tools/find-old-chromium.ts';
import { timeZone } from './setup/time-zone.ts';

const chromium = findChromium();
const oldChromium = findOldChromium();
/** Runs in the newest Chromium and in an old one. */
const MAIN_JOB = /join-and-withdraw\.spec\.ts$/;
/** It pauses parts that the other specs use. */
const LAST = /console\/operators-day\.spec\.ts$/;
/** It makes the trees of liabilities older, which other screens compare with balances. */
const OLDER_TREES = /proof\.spec\.ts$/;
/** It runs on three machines, by a configuration of its own. */
const THREE_MACHINES = /three-machines\//;
/** It publishes other terms, for which everyone is asked for a new consent. */
const OTHER_TERMS = /consent\.spec\.ts$/;

/** The tags of the soak tests that this run leaves out, by `npm test`. */
const leftOut = process.env['LEFT_OUT_TAGS'] ?? '';

export default defineConfig({
  testDir: '.',
  ...(leftOut !== '' && { grepInvert: new RegExp(`@(?:${leftOut.replaceAll(',', '|')})\\b`) }),
  // A file named *.test.ts is Vitest's.
  testMatch: /\.spec\.ts$/,
  outputDir: '../../test-results',
  globalSetup: ['./setup/global-setup.ts', './setup/start-system.ts'],
  // For a busy machine; a test that passes does not wait.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // One more than the processors of a usual machine, since tests wait for rounds, steps and pages most of their time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  projects: [
    { name: 'specs', testIgnore: [LAST, OLDER_TREES, OTHER_TERMS, THREE_MACHINES] },
    ...(oldChromium === undefined
      ? []
      : [{ name: 'old browser', testMatch: MAIN_JOB, use: { launchOptions: oldChromium } }]),
    { name: 'older trees', testMatch: OLDER_TREES, dependencies: ['specs'] },
    { name: 'last', testMatch: LAST, dependencies: ['older trees'] },
    { name: 'other terms', testMatch: OTHER_TERMS, dependencies: ['last'] },
  ],
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: timeZone(),
    serviceWorkers: 'block',
    launchOptions: { executablePath: chromium.executablePath, args: chromium.args, env: chromium.env },
  },
});
