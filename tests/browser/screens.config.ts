import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Takes pictures of the screens instead of testing them: `npm run screens`. */
export default defineConfig(base, { testMatch: 'take-screens.ts', retries: 0, timeout: 1_200_000, forbidOnly: false });
