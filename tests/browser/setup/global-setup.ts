import { join } from 'node:path';
import { buildPage } from '@city-mint/devnet/build-apps';
import { pickPort } from '@city-mint/devnet/ports';
import { relayUrl } from '@city-mint/devnet/relay-url';
import { pagePolicy } from './page-policy.ts';
import { servePage } from './serve-page.ts';

/** A separate build: a running server keeps serving the files it started with. */
const FOLDER = join(import.meta.dirname, '../../../.data/test-page');

const RELAY_PORT = 28_546;

/**
 * Builds and serves the page for the tests that need nothing else, with its address in PAGE_URL; returns how to end it.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export.
export default async function globalSetup(): Promise<() => Promise<void>> {
  // The page is built for a relay's address: with the same port, the build of an earlier run can be used again.
  const { port } = await pickPort(RELAY_PORT);
  process.env['RELAY_PORT'] = String(port);
  const folder = await buildPage((line) => console.log(line), { folder: FOLDER, relayUrl: relayUrl(port) });
  const page = await servePage(folder, pagePolicy(['http://127.0.0.1:8545', relayUrl(port)]));
  process.env['PAGE_URL'] = page.url;
  return () => page.close();
}
