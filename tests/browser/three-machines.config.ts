import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import { NODE_HOSTS, OUTSIDE } from './three-machines/machines.ts';

const { projects: _projects, use, ...shared } = base;
const { launchOptions = {} } = use ?? {};
const names = [
  ...['MAP mint.example 10.0.0.1', 'MAP console.mint.example 10.0.0.1'],
  ...NODE_HOSTS.map((host) => `MAP ${host} ${OUTSIDE}`),
].join(', ');

/**
 * The main job on three machines that are started from the files in deploy/, on a Linux of which this is root:
 * `npm run try:deploy`. Not part of `npm test`: it downloads a Debian.
 */
export default defineConfig({
  ...shared,
  globalSetup: ['./three-machines/start.ts'],
  testMatch: [/join-and-withdraw\.spec\.ts$/, /(?:chaos|soak)\.spec\.ts$/],
  projects: [{ name: 'specs' }],
  workers: 1,
  use: {
    ...use,
    ignoreHTTPSErrors: true,
    launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=${names}`] },
  },
});
