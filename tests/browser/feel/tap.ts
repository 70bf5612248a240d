import type { Locator, Page } from '@playwright/test';
import type { Tap } from './figures.ts';

/** Taps a control that opens a sheet, on a page that records how it feels, and returns how long that takes. */
export async function measureTap(page: Page, control: Locator): Promise<Tap> {
  const tap = page.evaluate(
    () =>
      new Promise<Tap>((resolve) => {
        window.feel.tasks.length = 0;
        const onClick = (event: MouseEvent) => {
          // React's handlers run before a listener of the window, so the sheet is rendered if they render it at once.
          const focusedInTap = document.activeElement instanceof HTMLInputElement;
          const isShown = () => document.querySelector('[role=dialog]')?.checkVisibility() === true;
          const look = () => {
            if (!isShown()) return requestAnimationFrame(look);
            // The next task after the frame in which the sheet is rendered.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              const shown = Math.round(performance.now() - event.timeStamp);
              setTimeout(() => {
                resolve({ shown, focusedInTap, longestTask: Math.round(Math.max(0, ...window.feel.tasks)) });
              }, 500);
            };
            return requestAnimationFrame(() => port2.postMessage(null));
          };
          look();
        };
        window.addEventListener('click', onClick, { once: true });
      }),
  );
  await control.tap();
  return tap;
}
