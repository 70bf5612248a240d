/** Interval of progress reports. */
const EVERY_MS = 15_000;

/** Reports the pending step while a start waits. */
export type Waiting = {
  /**
   * Returns the result of the work. Every 15 s a line names everything that is not done, and the time so far. There is
   * no time limit: the work itself fails when a process that it needs has ended.
   */
  until<Result>(what: string, work: Promise<Result>): Promise<Result>;
};

/** Returns the reporter of a start's waiting; `say` receives its lines. */
export function createWaiting({ say, everyMs = EVERY_MS }: { say(line: string): void; everyMs?: number }): Waiting {
  const pending = new Set<string>();
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    say(`Waiting for ${[...pending].join(', ')}: ${seconds} s so far`);
  };
  return {
    async until(what, work) {
      if (pending.size === 0) {
        startedAt = performance.now();
        timer = setInterval(tick, everyMs);
      }
      pending.add(what);
      try {
        return await work;
      } finally {
        pending.delete(what);
        if (pending.size === 0) clearInterval(timer);
      }
    },
  };
}
