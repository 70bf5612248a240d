import { QueueFull } from './batcher.ts';

/**
 * Returns a function whose promise resolves in a turn of the event loop of its own, in the order of the calls. Work
 * that takes a millisecond of the processor each, begun after it, lets answers of the database, timers and other calls
 * in between; a hundred begun at once would hold them all up. When `mostWaiting` wait, each more is rejected with
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
