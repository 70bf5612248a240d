import { LANGUAGES, localeOf } from '@city-mint/domain/languages';
import { pagePaths } from '@city-mint/web/routes';
import { expect } from '@playwright/test';
import { enterSystem } from './fixtures/enter-system.ts';
import { showScreen } from './fixtures/show-screen.ts';
import { test } from './fixtures/test.ts';
import { systemAddresses } from './system/system-addresses.ts';

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
