import { join } from 'node:path';
import { buildPage } from '@city-mint/devnet/build-page';
import { pagePolicy } from './page-policy.ts';
import { servePage } from './serve-page.ts';

/** A separate build: a running server keeps serving the files it started with. */
const FOLDER = join(import.meta.dirname, '../../../.data/test-page');

/**
 * Builds and serves the page for the tests that need nothing else, with its address in PAGE_URL; returns how to end it.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export.
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = buildPage((line) => console.log(line), { folder: FOLDER });
  const page = await servePage(folder, pagePolicy());
  process.env['PAGE_URL'] = page.url;
  return () => page.close();
}
