import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pagePaths } from '@city-mint/web/routes';
import { type Browser, type BrowserContextOptions, type Page, test } from '@playwright/test';
import { buildHistory } from './fixtures/build-history.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { gotoQuiet } from './fixtures/goto-quiet.ts';
import { type Named, SHEETS } from './fixtures/picture-sheets.ts';
import { systemAddresses } from './system/system-addresses.ts';

/*
 * Pictures of every screen and sheet, for people to look at: SCREENS_LANGUAGES (zh,en,id,ms,hi,th), SCREENS_THEMES
 * (light,dark), SCREENS_WIDTHS (320,390,1440) and SCREENS_PATHS (all; sheets by their names) choose fewer.
 */

const FOLDER = new URL('../../screens', import.meta.url).pathname;
const HISTORY_OF = 74;
const NEWCOMER = 75;

const chosen = (name: string, all: string) => (process.env[name] ?? all).split(',');
const LANGUAGES = chosen('SCREENS_LANGUAGES', 'zh,en,id,ms,hi,th');
const THEMES = chosen('SCREENS_THEMES', 'light,dark') as ('light' | 'dark')[];
const WIDTHS = chosen('SCREENS_WIDTHS', '320,390,1440').map(Number);
const CHOSEN = process.env['SCREENS_PATHS']?.split(',') ?? null;
const PATHS = CHOSEN?.filter((path) => path.startsWith('/')) ?? [
  ...pagePaths(),
  ...['/city?tab=mine', '/assets?tab=chain', '/swap?tab=log'],
];

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
  const named = await readNames(language);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const folder = join(FOLDER, reader, `${language}-${theme}-${width}`);
      for (const path of PATHS) await takeOne(page, path, folder);
      for (const sheet of SHEETS) {
        if (sheet.reader !== reader || CHOSEN?.includes(sheet.name) === false) continue;
        await gotoQuiet(page, systemAddresses().url + sheet.path);
        await sheet.open(page, named);
        await page.locator('[role=dialog],[role=alertdialog]').first().waitFor();
        // After its motion, which reduced motion shortens.
        await page.waitForTimeout(500);
        await page.screenshot({ path: join(folder, `${sheet.name}.png`) });
      }
    }
  }
  await context.close();
}

async function takeOne(page: Page, path: string, folder: string): Promise<void> {
  await gotoQuiet(page, systemAddresses().url + path);
  await page.locator('h1').first().waitFor();
  await page.screenshot({ path: join(folder, `${path.slice(1).replace(/[?=&]/g, '-')}.png`), fullPage: true });
}

/** Returns what finds a text of the page in a language, whatever its placeholders hold. */
async function readNames(language: string): Promise<Named> {
  const areas = new Map<string, unknown>();
  const folder = new URL(`../../packages/texts/src/${language}/page/`, import.meta.url);
  for (const file of await readdir(folder)) {
    const area = file.replace(/\.ts$/, '');
    areas.set(area, Reflect.get(Object(await import(new URL(file, folder).href)), area));
  }
  return (key) => {
    const [area = '', ...path] = key.split('.');
    const text = path.reduce<unknown>((texts, part) => Reflect.get(Object(texts), part), areas.get(area));
    if (typeof text !== 'string') throw new Error(`${language} has no text ${key}`);
    const words = text.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(words.join('.*'));
  };
}
