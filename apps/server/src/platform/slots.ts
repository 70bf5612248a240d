import { QueueFull } from './batcher.ts';

/**
 * Returns a function whose promises each resolve in a separate turn of the event loop, in the order of the calls. If
 * each is followed by a task of a millisecond of CPU, then database answers, timers and other calls run in between; a
 * hundred tasks started together would block them all. When `mostWaiting` calls wait, further ones are rejected with
 * `QueueFull`.
 */
export function createSlots({ mostWaiting }: { readonly mostWaiting: number }): () => Promise<void> {
  const waiting: (() => void)[] = [];

  function serve(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(serve);
  }

  return () =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) {
        reject(new QueueFull(`more than ${mostWaiting} calls wait`));
        return;
      }
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(serve);
    });
}
