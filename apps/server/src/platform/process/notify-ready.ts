/**
 * Tells the process that started this one that it is ready for its work. Does nothing where that process has opened no
 * channel for messages, as in production.
 */
export function notifyReady(): void {
  process.send?.({ isReady: true });
}
