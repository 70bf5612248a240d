/** How often a start says what it waits for. */
const EVERY_MS = 15_000;

/** Says what a start waits for, as long as it waits. */
export type Waiting = {
  /**
   * Returns the result of the work. While it is not done, a line names `what` and the time so far, every 15 s. There
   * is no time limit: the work itself fails when a process that it needs has ended.
   */
  until<Result>(what: string, work: Promise<Result>): Promise<Result>;
};

/** Returns the reporter of a start's waiting; `say` receives its lines. */
export function createWaiting({ say, everyMs = EVERY_MS }: { say(line: string): void; everyMs?: number }): Waiting {
  return {
    async until(what, work) {
      const startedAt = performance.now();
      const timer = setInterval(() => {
        say(`Waiting for ${what} (${Math.round((performance.now() - startedAt) / 1000)} s so far)`);
      }, everyMs);
      try {
        return await work;
      } finally {
        clearInterval(timer);
      }
    },
  };
}
