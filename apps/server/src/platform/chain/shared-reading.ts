/** A call of a node, as JSON-RPC names it. */
export type RpcRequest = { readonly method: string; readonly params: readonly unknown[] };

/**
 * What the readers of one process share while they read the same final blocks, so that nodes are asked once for what is
 * large: the receipts of a block.
 */
export type SharedReading = {
  /** Returns what was answered to this call a moment ago, or is being answered, or else what `ask` returns. */
  readonly once: (call: RpcRequest, ask: () => Promise<unknown>) => Promise<unknown>;
  /** Forgets all answers: after any error each reader asks again. */
  readonly forget: () => void;
  /** The leading reader begins to read up to this block; undefined: it reads nothing now. */
  readonly leadTo: (blockNumber: bigint | undefined) => void;
  /** Waits until the leading reader reads up to this block or reads nothing, for `LONGEST_WAIT_MS` at most. */
  readonly untilLed: (blockNumber: bigint) => Promise<void>;
};

/** Answers that are remembered: of so many blocks at most, each for so long at most. */
const MOST_ANSWERS = 128;
const REMEMBERED_MS = 10_000;
const LONGEST_WAIT_MS = 1_000;

type Remembered = { readonly answer: Promise<unknown>; readonly atMs: number };

/** Returns what readers share, with nothing in it; `now` returns milliseconds of a clock that never goes back. */
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
      // All is read: each reader comes to a new block at its own time, and old answers would stay.
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

/** Entries are in the order in which they were asked for. */
function dropOld(answers: Map<string, Remembered>, nowMs: number): void {
  for (const [key, { atMs }] of answers) {
    if (answers.size < MOST_ANSWERS && nowMs - atMs < REMEMBERED_MS) return;
    answers.delete(key);
  }
}
