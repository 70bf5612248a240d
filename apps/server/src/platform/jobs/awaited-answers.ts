/** Waits for answers that another process stores in rows and notifies by id. */
export type AwaitedAnswers = {
  /** Reads the answer with this id again; without an id all awaited answers. */
  readonly wake: (id?: string) => void;
  /**
   * Reads the answer with this id immediately and at each wake. Returns it as soon as it exists, or null when there is
   * none after `timeoutMs`: notifications may be lost, so it reads once more at the end.
   */
  readonly waitFor: <Answer>(waited: {
    readonly id: string;
    readonly timeoutMs: number;
    readonly read: () => Promise<Answer | null>;
  }) => Promise<Answer | null>;
};

/** Returns the waiting calls of one process; any number of callers may wait for one id. */
export function createAwaitedAnswers(): AwaitedAnswers {
  const waiting = new Set<{ readonly id: string; resume: () => void }>();
  const wake: AwaitedAnswers['wake'] = (id) => {
    for (const each of waiting) if (!id || each.id === id) each.resume();
  };
  const waitFor: AwaitedAnswers['waitFor'] = async ({ id, timeoutMs, read }) => {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, timeoutMs);
    const deadline = performance.now() + timeoutMs;
    let woken = Promise.withResolvers<void>();
    const waiter = { id, resume: () => woken.resolve() };
    waiting.add(waiter);
    try {
      for (;;) {
        const answer = await read();
        if (answer !== null || performance.now() >= deadline) return answer;
        await Promise.race([woken.promise, timeout.promise]);
        woken = Promise.withResolvers<void>();
      }
    } finally {
      clearTimeout(timer);
      waiting.delete(waiter);
    }
  };
  return { wake, waitFor };
}
