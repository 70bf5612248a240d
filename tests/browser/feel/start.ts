import type { Browser } from '@playwright/test';
import type { Start } from './figures.ts';
import { PHONE, recordFeel, slowDown } from './slow-phone.ts';

const FIRST_MS = 7_000;
/** A tap waits for the rest of a longer task (total blocking time). */
const UNFELT_MS = 50;

/** Opens an address in a browser without a cache, on a slow phone, and returns its first seconds. */
export async function measureStart(browser: Browser, url: string): Promise<Start> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await recordFeel(page);
    await slowDown(page);
    let responses = 0;
    page.on('response', () => {
      responses += 1;
    });
    const startedAt = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForTimeout(FIRST_MS - (performance.now() - startedAt));
    const { tasks, largestAt, nodes } = await page.evaluate(() => ({
      tasks: window.feel.tasks,
      largestAt: window.feel.largestAt,
      nodes: document.querySelectorAll('body *').length,
    }));
    return {
      longestTask: Math.round(Math.max(0, ...tasks)),
      blocked: Math.round(tasks.reduce((sum, task) => sum + Math.max(0, task - UNFELT_MS), 0)),
      largestPaint: Math.round(largestAt),
      responses,
      nodes,
    };
  } finally {
    await context.close();
  }
}
