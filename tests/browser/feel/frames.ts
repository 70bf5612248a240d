import type { Page } from '@playwright/test';
import type { Frames } from './figures.ts';

const SCROLLED_MS = 8_000;
const STEP_PX = 400;

/** Scrolls a page, and back up when it ends, and returns the frames. */
export async function measureFrames(page: Page): Promise<Frames> {
  return page.evaluate(
    async ({ during, step }) => {
      const intervals: number[] = [];
      let nodes = 0;
      let direction = 1;
      const startedAt = performance.now();
      let before = await new Promise(requestAnimationFrame);
      while (before - startedAt < during) {
        const place = scrollY;
        scrollBy(0, step * direction);
        if (scrollY === place) direction = -direction;
        const now = await new Promise(requestAnimationFrame);
        intervals.push(now - before);
        before = now;
        nodes = Math.max(nodes, document.querySelectorAll('body *').length);
      }
      const sorted = intervals.toSorted((a, b) => a - b);
      return {
        p95: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
        longest: Math.round(sorted.at(-1) ?? 0),
        count: intervals.length,
        nodes,
      };
    },
    { during: SCROLLED_MS, step: STEP_PX },
  );
}
