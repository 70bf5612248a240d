import { LANGUAGES } from '@city-mint/domain/languages';
import { expect } from '@playwright/test';
import { installApi } from './fixtures/fake-api.ts';
import { openPage, pageUrl } from './fixtures/open-page.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';

test('a browser below the supported versions gets one sentence in ten languages, and no page', async ({ page }) => {
  await installApi(page);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'structuredClone'));
  await page.goto(`${pageUrl()}/index`, { waitUntil: 'commit' });
  const lines = page.locator('p[lang]');
  await expect(lines).toHaveCount(LANGUAGES.length);
  await expect(lines.nth(LANGUAGES.indexOf('en'))).toHaveText(
    'This browser is too old for City Mint. Please update it or the device, or use another one: ' +
      'Chrome 100, Safari 15.4, Firefox 102 or newer.',
  );
  await expect(page).toHaveURL(`${pageUrl()}/old-browser.html`);
});

test('a browser without newer methods shows the page', async ({ page }) => {
  await installApi(page);
  const pageErrors = await watchPage(page, pageUrl());
  await page.addInitScript(() => {
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'findLast']) {
      Reflect.deleteProperty(Array.prototype, name);
    }
    for (const name of ['any', 'timeout']) Reflect.deleteProperty(AbortSignal, name);
    Reflect.deleteProperty(Map, 'groupBy');
    Reflect.deleteProperty(URL, 'canParse');
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Reflect.deleteProperty(String.prototype, 'isWellFormed');
  });
  await openPage(page);
  await expect(page.locator('h1')).toBeVisible();
  expect(pageErrors.errors).toEqual([]);
});

test('a typed text has at least 16 px at every width, so that iOS does not zoom in', async ({ page }) => {
  await installApi(page);
  for (const width of [320, 374, 390]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(`${pageUrl()}/index`);
    const size = await page.evaluate(() => {
      const input = document.body.appendChild(document.createElement('input'));
      input.className = 'text-field';
      return Number.parseFloat(getComputedStyle(input).fontSize);
    });
    expect(size).toBeGreaterThanOrEqual(16);
  }
});
