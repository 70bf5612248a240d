import { LANGUAGES, localeOf } from '@city-mint/domain/languages';
import { pagePaths } from '@city-mint/web/routes';
import { expect, type Page } from '@playwright/test';
import { enterSystem } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { systemAddresses } from './system/system-addresses.ts';

/** Shows a screen as a link would, in the same document: five hundred documents would take minutes. */
async function showScreen(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = '';
    history.pushState({ key: crypto.randomUUID(), index: history.length }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  await expect(page.locator('h1:not([data-left])').first()).toBeVisible();
}

for (const [index, group] of [LANGUAGES.slice(0, 5), LANGUAGES.slice(5)].entries()) {
  for (const reader of ['a visitor', 'a participant']) {
    test(`${group.join(', ')}: no screen of ${reader} is wider than a small phone`, async ({ page }) => {
      const { url } = systemAddresses();
      if (reader === 'a visitor') await page.goto(`${url}/index`);
      else await enterSystem(page, 72 + index);
      await page.setViewportSize({ width: 320, height: 640 });
      const tooWide: string[] = [];
      for (const language of group) {
        await page.evaluate((lang) => localStorage.setItem('lang', lang), language);
        await page.goto(`${url}/my`);
        await expect(page.locator('html')).toHaveAttribute('lang', localeOf(language));
        for (const path of pagePaths()) {
          await showScreen(page, path);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          if (width > 320) tooWide.push(`${language} ${path}: ${width}`);
        }
      }
      expect(tooWide).toEqual([]);
    });
  }
}
