/** A call of a node in JSON-RPC's terms. */
export type RpcRequest = { readonly method: string; readonly params: readonly unknown[] };

/**
 * Shares large answers, the receipts of a block, between the readers of one process that read the same final blocks, so
 * that nodes are asked once.
 */
export type SharedReading = {
  /** Returns the recent or pending answer to this call, or else the result of `ask`. */
  readonly once: (call: RpcRequest, ask: () => Promise<unknown>) => Promise<unknown>;
  /** Drops all answers: after any error each reader asks again. */
  readonly forget: () => void;
  /** The leading reader begins to read up to this block; undefined: it is idle. */
  readonly leadTo: (blockNumber: bigint | undefined) => void;
  /** Waits until the leading reader reads up to this block or is idle, for at most `LONGEST_WAIT_MS`. */
  readonly untilLed: (blockNumber: bigint) => Promise<void>;
};

/** Limits of the cached answers: number and age. */
const MOST_ANSWERS = 128;
const REMEMBERED_MS = 10_000;
const LONGEST_WAIT_MS = 1_000;

type Remembered = { readonly answer: Promise<unknown>; readonly atMs: number };

/** Returns an empty shared reading; `now` returns milliseconds of a monotonic clock. */
export function createSharedReading({ now = () => performance.now() } = {}): SharedReading {
  const answers = new Map<string, Remembered>();
  let ledTo: bigint | undefined;
  let moved = Promise.withResolvers<void>();
  const isLed = (blockNumber: bigint) => ledTo === undefined || ledTo >= blockNumber;
  return {
    once({ method, params }, ask) {
      dropOld(answers, now());
      const key = JSON.stringify([method, params]);
      const known = answers.get(key);
      if (known !== undefined) return known.answer;
      const remembered = { answer: ask(), atMs: now() };
      answers.set(key, remembered);
      remembered.answer.catch(() => {
        if (answers.get(key) === remembered) answers.delete(key);
      });
      return remembered.answer;
    },
    forget: () => answers.clear(),
    leadTo(blockNumber) {
      ledTo = blockNumber;
      // The leading reader is idle. Readers now reach new blocks at different times, and old answers would stay.
      if (blockNumber === undefined) dropOld(answers, now());
      moved.resolve();
      moved = Promise.withResolvers<void>();
    },
    async untilLed(blockNumber) {
      let isLate = false;
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        isLate = true;
        late.resolve();
      }, LONGEST_WAIT_MS);
      while (!isLed(blockNumber) && !isLate) await Promise.race([moved.promise, late.promise]);
      clearTimeout(timer);
    },
  };
}

/** Entries are in the order of their requests. */
function dropOld(answers: Map<string, Remembered>, nowMs: number): void {
  for (const [key, { atMs }] of answers) {
    if (answers.size < MOST_ANSWERS && nowMs - atMs < REMEMBERED_MS) return;
    answers.delete(key);
  }
}
