import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

const { projects: _projects, use, ...shared } = base;

/** Takes pictures of the screens instead of testing them: `npm run screens`. */
export default defineConfig({
  ...shared,
  testMatch: 'take-screens.ts',
  timeout: 7_200_000,
  forbidOnly: false,
  // A sheet that does not open fails by itself.
  use: { ...use, actionTimeout: 60_000 },
});
