import { writeFileSync } from 'node:fs';
import { pagePaths } from '@city-mint/web/routes';
import { type Browser, expect, test } from '@playwright/test';
import { enterSystem } from '../fixtures/enter-system.ts';
import { openOrders } from '../fixtures/many-orders.ts';
import { openRound } from '../system/open-round.ts';
import { systemAddresses } from '../system/system-addresses.ts';
import { serveBarePage } from './bare-page.ts';
import type { FeelFigures } from './figures.ts';
import { measureFrames } from './frames.ts';
import { PHONE, recordFeel, slowDown } from './slow-phone.ts';
import { measureStart } from './start.ts';
import { measureTap } from './tap.ts';

/*
 * How the page feels on a slow phone, written to FEEL_FILE as JSON, by `npm run -s bench -- feel`: FEEL_PATHS (all
 * screens) chooses fewer, FEEL_RUNS is how often each figure is measured.
 */

const RUNS = Number(process.env['FEEL_RUNS'] ?? 3);
const PATHS = process.env['FEEL_PATHS']?.split(',') ?? pagePaths();

test('how the page feels on a slow phone', async ({ browser }) => {
  const bare = await serveBarePage();
  try {
    const starts = [];
    for (const path of PATHS) starts.push(await compareStart(browser, path, bare.url));
    const figures: FeelFigures = {
      starts,
      list: await compareList(browser, bare.url),
      taps: await measureTaps(browser),
    };
    const file = process.env['FEEL_FILE'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(figures));
  } finally {
    await bare.close();
  }
});

/** Measures so many times, one after the other. */
async function times<Figure>(measure: () => Promise<Figure>): Promise<Figure[]> {
  const figures: Figure[] = [];
  while (figures.length < RUNS) figures.push(await measure());
  return figures;
}

async function compareStart(browser: Browser, path: string, bareUrl: string): Promise<FeelFigures['starts'][number]> {
  const runs = await times(() => measureStart(browser, systemAddresses().url + path));
  const nodes = Math.max(...runs.map((run) => run.nodes));
  const bare = await times(() => measureStart(browser, `${bareUrl}/?nodes=${nodes}`));
  for (const [turn, run] of runs.entries()) {
    console.log(`${path} ${JSON.stringify(run)} bare ${JSON.stringify(bare[turn])}`);
  }
  return { path, runs, bare };
}

/** Scrolls through 5,000 orders, and as many elements as they show at most in a page of React and nothing else. */
async function compareList(browser: Browser, bareUrl: string): Promise<FeelFigures['list']> {
  const page = await browser.newPage(PHONE);
  await openOrders(page);
  await slowDown(page);
  const runs = await times(() => measureFrames(page));
  const nodes = Math.max(...runs.map((run) => run.nodes));
  await page.goto(`${bareUrl}/?nodes=${nodes}`);
  await page.getByRole('heading').waitFor();
  const bare = await times(() => measureFrames(page));
  await page.close();
  console.log(JSON.stringify({ list: runs, bare }));
  return { runs, bare };
}

async function measureTaps(browser: Browser): Promise<FeelFigures['taps']> {
  const { url } = systemAddresses();
  const round = await openRound({ city: 'Feel', quota: '1000' });
  const page = await browser.newPage(PHONE);
  await recordFeel(page);
  await enterSystem(page, 98);
  await slowDown(page);
  const taps: FeelFigures['taps'][number][] = [];
  const sheets = [
    { sheet: 'join', path: `/city?city=${round.cityId}`, control: page.getByRole('button', { name: '参与铸造' }) },
    { sheet: 'language', path: '/my', control: page.getByRole('button', { name: '语言' }) },
    { sheet: 'session', path: '/index', control: page.getByRole('button', { name: /^0x/ }) },
  ];
  for (const { sheet, path, control } of sheets) {
    const runs = await times(async () => {
      await page.goto(url + path);
      await expect(control).toBeVisible();
      // A reader looks before a tap.
      await page.waitForTimeout(3_000);
      return measureTap(page, control);
    });
    console.log(`${sheet} ${JSON.stringify(runs)}`);
    taps.push({ sheet, runs });
  }
  await page.close();
  return taps;
}
