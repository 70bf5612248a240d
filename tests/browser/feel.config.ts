import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

const { projects: _projects, ...shared } = base;

/** Measures how the page feels instead of testing it, one thing at a time: `npm run -s bench -- feel`. */
export default defineConfig({ ...shared, testMatch: 'feel/measure-feel.ts', workers: 1, timeout: 3_600_000 });
