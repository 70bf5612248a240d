import { join } from 'node:path';
import { buildPage } from '@city-mint/devnet/build-page';
import { pagePolicy } from './page-policy.ts';
import { servePage } from './serve-page.ts';

/** A build of their own: a server that is running keeps the files it began with. */
const FOLDER = join(import.meta.dirname, '../../../.data/test-page');

/** Builds the page and serves it, for the tests that need nothing else; its address is in PAGE_URL. */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export.
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = buildPage((line) => console.log(line), { folder: FOLDER });
  const page = await servePage(folder, pagePolicy());
  process.env['PAGE_URL'] = page.url;
  return () => page.close();
}
