import { LANGUAGES } from '@city-mint/domain/languages';
import { expect, test } from '@playwright/test';
import { enterSystem } from './fixtures/enter-system.ts';
import { pageRoutes } from './fixtures/page-routes.ts';
import { systemAddresses } from './system/system-addresses.ts';

const locale = (language: string) => (language === 'zhHK' ? 'zh-HK' : language);

for (const [index, group] of [LANGUAGES.slice(0, 5), LANGUAGES.slice(5)].entries()) {
  test(`${group.join(', ')}: no screen is wider than a small phone, with and without an account`, async ({ page }) => {
    const { url } = systemAddresses();
    const tooWide: string[] = [];
    const visitAll = async (reader: string) => {
      await page.setViewportSize({ width: 320, height: 640 });
      for (const language of group) {
        await page.evaluate((lang) => localStorage.setItem('lang', lang), language);
        for (const path of pageRoutes()) {
          await page.goto(url + path);
          await expect(page.locator('h1').first()).toBeVisible();
          await expect(page.locator('html')).toHaveAttribute('lang', locale(language));
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          if (width > 320) tooWide.push(`${reader} ${language} ${path}: ${width}`);
        }
      }
      await page.setViewportSize({ width: 390, height: 844 });
    };
    await page.goto(`${url}/index`);
    await visitAll('a visitor');
    await page.evaluate(() => localStorage.clear());
    await enterSystem(page, 72 + index);
    await visitAll('a participant');
    expect(tooWide).toEqual([]);
  });
}
