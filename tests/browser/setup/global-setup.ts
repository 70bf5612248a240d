import { buildPage } from '../../../devnet/build-page.ts';
import { pagePolicy } from './page-policy.ts';
import { servePage } from './serve-page.ts';

/** Builds the page and serves it, for the tests that need nothing else; its address is in PAGE_URL. */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export.
export default async function globalSetup(): Promise<() => Promise<void>> {
  const page = await servePage(
    buildPage((line) => console.log(line)),
    pagePolicy(),
  );
  process.env['PAGE_URL'] = page.url;
  return () => page.close();
}
