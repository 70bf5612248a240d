import { brotliCompressSync } from 'node:zlib';
import { cities, fullHome } from '@city-mint/web/testing/replies/home';
import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { openPage, pageUrl } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';

const LOOKS = [
  { lang: 'zh', colorScheme: 'light' },
  { lang: 'zh', colorScheme: 'dark' },
  { lang: 'en', colorScheme: 'light' },
  { lang: 'en', colorScheme: 'dark' },
] as const;

for (const { lang, colorScheme } of LOOKS) {
  test(`home in full, ${lang}, ${colorScheme}: nothing for axe, no other host, no policy broken`, async ({ page }) => {
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

test('the first load weighs less than 105 KB in brotli', async ({ page }) => {
  await installApi(page);
  // What begins seconds later is no part of it, however slow the machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const sizes: number[] = [];
  page.on('response', async (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    sizes.push(brotliCompressSync(await response.body()).length);
  });
  await openPage(page);
  await page.waitForLoadState('networkidle');
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`first load of /index: ${(total / 1000).toFixed(1)} KB brotli in ${sizes.length} files`);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(105_000);
});
