/** What waits for its turn: an item and how its caller is told. */
type Waiting<Item, Answer> = { item: Item; resolve(answer: Answer): void; reject(error: unknown): void };

export type BatcherSettings<Item, Answer> = {
  /** Items of one lane are worked one batch at a time; lanes run side by side. */
  readonly laneOf: (item: Item) => string;
  /** Items with the same key never share a batch: the later one waits for the next. */
  readonly keyOf: (item: Item) => string;
  readonly maximum: number;
  /** Answers the items of a batch in their order. When it throws, every caller of the batch gets the error. */
  readonly work: (items: readonly Item[]) => Promise<readonly Answer[]>;
};

/**
 * Group commit: while one batch of a lane is at work, whatever arrives becomes the next one. Callers get each its own answer; nothing waits
 * for a timer, so a lone call is as fast as the work itself.
 */
export function createBatcher<Item, Answer>(settings: BatcherSettings<Item, Answer>): (item: Item) => Promise<Answer> {
  const lanes = new Map<string, Waiting<Item, Answer>[]>();

  async function runLane(lane: string, waiting: Waiting<Item, Answer>[]): Promise<void> {
    // Calls that arrive in the same turn of the event loop share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await workBatch(takeBatch(waiting, settings), settings.work);
    lanes.delete(lane);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const lane = settings.laneOf(item);
      const waiting = lanes.get(lane);
      if (waiting !== undefined) {
        waiting.push({ item, resolve, reject });
        return;
      }
      const fresh = [{ item, resolve, reject }];
      lanes.set(lane, fresh);
      void runLane(lane, fresh);
    });
}

/** Removes the next batch from the front; items whose key is in it already stay, in their order. */
function takeBatch<Item, Answer>(
  waiting: Waiting<Item, Answer>[],
  settings: BatcherSettings<Item, Answer>,
): Waiting<Item, Answer>[] {
  const keys = new Set<string>();
  const batch: Waiting<Item, Answer>[] = [];
  const later: Waiting<Item, Answer>[] = [];
  for (const entry of waiting) {
    const key = settings.keyOf(entry.item);
    if (batch.length >= settings.maximum || keys.has(key)) {
      later.push(entry);
    } else {
      keys.add(key);
      batch.push(entry);
    }
  }
  waiting.splice(0, waiting.length, ...later);
  return batch;
}

async function workBatch<Item, Answer>(
  batch: Waiting<Item, Answer>[],
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await work(batch.map((entry) => entry.item));
    batch.forEach((entry, index) => {
      const answer = answers[index];
      if (answer === undefined) entry.reject(new Error('the batch left an item without an answer'));
      else entry.resolve(answer);
    });
  } catch (error) {
    for (const entry of batch) entry.reject(error);
  }
}
