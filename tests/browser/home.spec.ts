import { brotliCompressSync } from 'node:zlib';
import { pagePaths } from '@city-mint/web/routes';
import { cities, fullHome } from '@city-mint/web/testing/replies/home';
import { expect, type Page, type Response } from '@playwright/test';
import { answerNode } from './fixtures/answer-node.ts';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { answerVisitor } from './fixtures/full-replies.ts';
import { openPage, pageUrl } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';

type Look = { readonly lang: string; readonly colorScheme: 'light' | 'dark'; readonly tag: string | [] };

const LOOKS: readonly Look[] = [
  { lang: 'zh', colorScheme: 'light', tag: '@soak-1' },
  { lang: 'zh', colorScheme: 'dark', tag: '@soak-3' },
  { lang: 'en', colorScheme: 'light', tag: [] },
  { lang: 'en', colorScheme: 'dark', tag: '@soak-2' },
];

for (const { lang, colorScheme, tag } of LOOKS) {
  test(`home in full, ${lang}, ${colorScheme}: nothing for axe, no other host, no policy broken`, { tag }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.addInitScript((value) => localStorage.setItem('lang', value), lang);
    const api = await installApi(page);
    api.answer('GET /api/app/home', () => ({ data: fullHome(Date.now()) }));
    api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
    const pageErrors = await watchPage(page, pageUrl());
    await openPage(page, '/');
    await expect(page).toHaveURL(/\/index$/);
    await expect(page.getByRole('heading', { name: 'London' })).toBeVisible();
    await expect(page.getByText('63%', { exact: true })).toBeVisible();
    // Beside the FMC of 100 JU, their maximum loss.
    await expect(page.locator('data[value="2.5"]').first()).toBeVisible();
    await expect(page.getByText('+1.32%')).toBeVisible();
    await expect(page.getByText('—', { exact: true })).toBeVisible();
    await expect(page.getByTitle('76543.210987654321 JU')).toHaveText('76,543.2109 JU');
    await checkAccessibility(page);
    expect(pageErrors).toMatchObject({ errors: [], violations: [], foreignHosts: new Set() });
  });
}

/** Returns the bytes of code, in brotli, that each of these screens fetches until the network is idle. */
async function measureLoads(page: Page, paths: readonly string[]): Promise<number[]> {
  answerVisitor(await installApi(page));
  await answerNode(page);
  // What begins seconds later is no part of it, however slow the machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const known = new Map<string, number>();
  const bytesOf = async (response: Response) => {
    const bytes = known.get(response.url()) ?? brotliCompressSync(await response.body()).length;
    known.set(response.url(), bytes);
    return bytes;
  };
  let loading: Promise<number>[] = [];
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) loading.push(bytesOf(response));
  });
  const totals: number[] = [];
  for (const path of paths) {
    loading = [];
    await openPage(page, path);
    await page.waitForLoadState('networkidle');
    totals.push((await Promise.all(loading)).reduce((sum, bytes) => sum + bytes, 0));
  }
  return totals;
}

test('the first load weighs less than 105 KB in brotli, each other screen less than 45 KB more', {
  tag: '@soak-5',
}, async ({ page }) => {
  const others = pagePaths().filter((path) => path !== '/index');
  const [first = 0, ...totals] = await measureLoads(page, ['/index', ...others]);
  const more = Object.fromEntries(others.map((path, index) => [path, (totals[index] ?? 0) - first]));
  console.log(`first load of /index: ${first} bytes; more of others: ${JSON.stringify(more)}`);
  expect(first).toBeGreaterThan(10_000);
  expect(first).toBeLessThan(105_000);
  expect(others.length).toBeGreaterThan(20);
  expect(Object.entries(more).filter(([, bytes]) => bytes < 5_000 || bytes > 45_000)).toEqual([]);
});

test.describe('a browser of another language', () => {
  test.use({ locale: 'vi-VN', viewport: { width: 320, height: 640 } });

  test('is asked once whether to read in it, after the first screen; either answer is remembered', {
    tag: '@soak-1',
  }, async ({ page }) => {
    await installApi(page);
    await openPage(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const offer = page.getByRole('region', { name: 'Đọc bằng tiếng Việt?' });
    await expect(offer).toBeVisible();
    await checkAccessibility(page);
    await offer.getByRole('button', { name: 'Tiếng Việt' }).press('Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
    await expect(offer).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('vi');
    // An answer for the default language is one, too.
    await page.evaluate(() => localStorage.removeItem('lang'));
    await page.reload();
    await offer.getByRole('button', { name: '简体中文' }).click();
    await expect(offer).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('zh');
    const asked = page.waitForResponse('**/api/app/announcements');
    await page.reload();
    await asked;
    await expect(offer).toHaveCount(0);
  });
});
