import { pagePaths } from '@city-mint/web/routes';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../tools/find-chromium.ts';
import { report } from './measure/report.ts';
import { roundTo } from './measure/statistics.ts';
import { withPage } from './measure/with-page.ts';

/**
 * Bytes of JavaScript and CSS, compressed with brotli by the API, that a browser without a cache fetches for each
 * screen until the network is idle. Targets: at most 105 KB (of 1,000 bytes) for the home screen, at most 45 KB more
 * for any other.
 */
const HOME = '/index';
const HOME_LIMIT_BYTES = 105_000;
const SCREEN_LIMIT_BYTES = 45_000;
const SENT_AS_CODE = /^(text|application)\/(javascript|css)/;

type CodeFile = { readonly path: string; readonly bytes: number; readonly encoding: string };
type Load = { readonly path: string; readonly files: readonly CodeFile[]; readonly foreignHosts: readonly string[] };

await withPage(async (origin, nodeUrl) => {
  const browser = await chromium.launch(findChromium());
  try {
    const loads: Load[] = [];
    for (const path of pagePaths()) loads.push(await measureLoad(browser, { origin, path }));
    const home = totalOf(loads.find(({ path }) => path === HOME));
    console.log(`${HOME}: ${home} of at most ${HOME_LIMIT_BYTES} bytes`);
    const more = loads
      .filter(({ path }) => path !== HOME)
      .map((load) => ({ path: load.path, bytes: totalOf(load) - home }))
      .toSorted((a, b) => b.bytes - a.bytes);
    for (const { path, bytes } of more) console.log(`${path}: ${bytes} of at most ${SCREEN_LIMIT_BYTES} bytes more`);
    const isCompressed = loads.every(({ files }) => files.every(({ encoding }) => encoding === 'br'));
    // Screens of the chain read from the node that the policy names.
    const hosts = new Set(loads.flatMap((load) => load.foreignHosts));
    const foreignHosts = [...hosts].filter((host) => host !== new URL(nodeUrl).origin);
    const isWithin = home <= HOME_LIMIT_BYTES && more.every(({ bytes }) => bytes <= SCREEN_LIMIT_BYTES);
    report({
      bench: 'first-load',
      value: home,
      unit: 'bytes of JS and CSS, brotli',
      limit: HOME_LIMIT_BYTES,
      limitOf: 'the first load of /index',
      ratio: roundTo(home / HOME_LIMIT_BYTES, 3),
      target: `ratio <= 1, no screen over ${SCREEN_LIMIT_BYTES} bytes more, all of it brotli, no other host`,
      met: isWithin && isCompressed && foreignHosts.length === 0,
      details: { more, isCompressed, foreignHosts },
    });
  } finally {
    await browser.close();
  }
});

function totalOf(load: Load | undefined): number {
  if (load === undefined || load.files.length === 0) throw new Error('nothing was loaded');
  return load.files.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function measureLoad(browser: Browser, { origin, path }: { origin: string; path: string }): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    // A service worker would fetch the first screen again.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  // `saveData` disables prefetching of the other screens.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const files: CodeFile[] = [];
  const foreignHosts = new Set<string>();
  page.on('requestfinished', async (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin) foreignHosts.add(url.origin);
    const response = await request.response();
    if (response === null) return;
    const { responseBodySize: bytes } = await request.sizes();
    const { 'content-type': type = '', 'content-encoding': encoding = 'none' } = response.headers();
    if (SENT_AS_CODE.test(type)) files.push({ path: url.pathname, bytes, encoding });
  });
  await page.goto(origin + path, { waitUntil: 'load' });
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  for (const { path: file, bytes, encoding } of files.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${path.padEnd(15)} ${String(bytes).padStart(7)}  ${encoding.padEnd(4)}  ${file}`);
  }
  return { path, files, foreignHosts: [...foreignHosts] };
}
