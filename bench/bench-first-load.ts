import { chromium } from '@playwright/test';
import { findChromium } from '../tools/find-chromium.ts';
import { report } from './measure/report.ts';
import { roundTo } from './measure/statistics.ts';
import { withPage } from './measure/with-page.ts';

/**
 * Bytes of JavaScript and CSS, compressed with brotli by the API, that a browser fetches for the first load of the home
 * screen until the network is idle. Target: at most 150 KB (of 1,000 bytes).
 */
const LIMIT_BYTES = 150_000;
const SENT_AS_CODE = /^(text|application)\/(javascript|css)/;

await withPage(async (origin) => {
  const browser = await chromium.launch(await findChromium());
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
    // Without what is fetched in advance, later, for the other screens.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    const files: { path: string; bytes: number; encoding: string }[] = [];
    const foreignHosts = new Set<string>();
    let otherBytes = 0;
    page.on('requestfinished', async (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin) foreignHosts.add(url.origin);
      const response = await request.response();
      if (response === null) return;
      const { responseBodySize: bytes } = await request.sizes();
      const { 'content-type': type = '', 'content-encoding': encoding = 'none' } = response.headers();
      if (SENT_AS_CODE.test(type)) files.push({ path: url.pathname, bytes, encoding });
      else otherBytes += bytes;
    });
    await page.goto(`${origin}/index`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: 'London' }).waitFor();
    await page.waitForLoadState('networkidle');

    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { path, bytes, encoding } of files.toSorted((a, b) => b.bytes - a.bytes)) {
      console.log(`${String(bytes).padStart(7)}  ${encoding.padEnd(4)}  ${path}`);
    }
    const isCompressed = files.length > 0 && files.every(({ encoding }) => encoding === 'br');
    report({
      bench: 'first-load',
      value: total,
      unit: 'bytes of JS and CSS, brotli',
      limit: LIMIT_BYTES,
      limitOf: 'the first load of /index',
      ratio: roundTo(total / LIMIT_BYTES, 3),
      target: 'ratio <= 1, all of it brotli, no other host',
      met: total <= LIMIT_BYTES && isCompressed && foreignHosts.size === 0,
      details: { files: files.length, isCompressed, otherBytes, foreignHosts: [...foreignHosts] },
    });
  } finally {
    await browser.close();
  }
});
