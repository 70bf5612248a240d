import type { Page } from '@playwright/test';
import type { Frames } from './figures.ts';

const SCROLLED_MS = 8_000;
/**
 * By the clock, as a finger scrolls. The fastest fling of an Android phone begins with 8,000 (its ViewConfiguration)
 * and ends after 2.57 s and 7,190 px by the formula of its OverScroller: 2,800 on average.
 */
const PX_PER_SECOND = 3_000;

/** Scrolls a page, and back up when it ends, and returns the frames. */
export async function measureFrames(page: Page): Promise<Frames> {
  return page.evaluate(
    async ({ during, speed }) => {
      const intervals: number[] = [];
      let nodes = 0;
      let direction = 1;
      const startedAt = performance.now();
      let before = await new Promise(requestAnimationFrame);
      while (before - startedAt < during) {
        const now = await new Promise(requestAnimationFrame);
        intervals.push(now - before);
        const place = scrollY;
        // At least a pixel: less may change nothing, which is not the end.
        scrollBy(0, direction * Math.max(1, (speed * (now - before)) / 1_000));
        if (scrollY === place) direction = -direction;
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
    { during: SCROLLED_MS, speed: PX_PER_SECOND },
  );
}
