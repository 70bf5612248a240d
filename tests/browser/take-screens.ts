import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, type Page, test } from '@playwright/test';
import { buildHistory } from './fixtures/build-history.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { gotoQuiet } from './fixtures/goto-quiet.ts';
import { pageRoutes } from './fixtures/page-routes.ts';
import { systemAddresses } from './system/system-addresses.ts';

/*
 * Pictures of every screen, for people to look at: SCREENS_LANGUAGES (zh,en,hi,th), SCREENS_THEMES (light,dark),
 * SCREENS_WIDTHS (320,390,1440) and SCREENS_PATHS (all) choose fewer.
 */

const FOLDER = new URL('../../screens', import.meta.url).pathname;
const HISTORY_OF = 74;
const NEWCOMER = 75;

const chosen = (name: string, all: string) => (process.env[name] ?? all).split(',');
const LANGUAGES = chosen('SCREENS_LANGUAGES', 'zh,en,hi,th');
const THEMES = chosen('SCREENS_THEMES', 'light,dark') as ('light' | 'dark')[];
const WIDTHS = chosen('SCREENS_WIDTHS', '320,390,1440').map(Number);
const PATHS = process.env['SCREENS_PATHS']?.split(',') ?? [...pageRoutes(), '/city?tab=mine', '/assets?tab=chain'];

/** The readers: one without a wallet, an account without a past, one with rounds of every outcome. */
const READERS = ['visitor', 'newcomer', 'participant'] as const;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await buildHistory(HISTORY_OF);
});

for (const reader of READERS) {
  test(reader, async ({ browser }) => {
    for (const language of LANGUAGES) await takeAll(browser, reader, language);
  });
}

async function takeAll(browser: Browser, reader: (typeof READERS)[number], language: string): Promise<void> {
  const options: BrowserContextOptions = { hasTouch: true, serviceWorkers: 'block', timezoneId: 'Asia/Singapore' };
  const context = await browser.newContext({ ...options, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  // The sign-in is in Chinese: the language is chosen after it.
  if (reader !== 'visitor') await enterSystem(page, reader === 'newcomer' ? NEWCOMER : HISTORY_OF);
  await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const path of PATHS) await takeOne(page, path, join(FOLDER, reader, `${language}-${theme}-${width}`));
    }
  }
  await context.close();
}

async function takeOne(page: Page, path: string, folder: string): Promise<void> {
  await gotoQuiet(page, systemAddresses().url + path);
  await page.locator('h1').first().waitFor();
  await page.screenshot({ path: join(folder, `${path.slice(1).replace(/[?=&]/g, '-')}.png`), fullPage: true });
}
