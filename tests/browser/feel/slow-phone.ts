import type { BrowserContextOptions, Page } from '@playwright/test';

/** The screen of a phone, and a browser without anything of an earlier visit. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
  serviceWorkers: 'block',
} as const satisfies BrowserContextOptions;

/** A cheap phone on a weak mobile network: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const CPU_SLOWDOWN = 6;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** Slows the processor of a page down, and its network as well. Emulated: the machine's own speed still counts. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
}

declare global {
  interface Window {
    feel: { tasks: number[]; largestAt: number };
  }
}

/** Lets each document of a page record its long tasks and its largest paint, in milliseconds. */
export async function recordFeel(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const feel: Window['feel'] = { tasks: [], largestAt: 0 };
    window.feel = feel;
    const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ buffered: true, type });
    observe('longtask', ({ duration }) => feel.tasks.push(duration));
    observe('largest-contentful-paint', ({ startTime }) => {
      feel.largestAt = startTime;
    });
  });
}
