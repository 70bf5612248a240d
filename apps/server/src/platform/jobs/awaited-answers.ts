/** Waits for answers that another process stores in rows and notifies by their ids. */
export type AwaitedAnswers = {
  /** Has the answer of this id read again, or every one without an id. */
  readonly wake: (id?: string) => void;
  /**
   * Reads the answer of this id at once and each time it is woken. Returns it as soon as there is one, and null when
   * there is none after `timeoutMs`: notifications may be lost, so it is read once more then.
   */
  readonly waitFor: <Answer>(waited: {
    readonly id: string;
    readonly timeoutMs: number;
    readonly read: () => Promise<Answer | null>;
  }) => Promise<Answer | null>;
};

/** Returns what one process waits with; any number of callers may wait for one id. */
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
