/** A queued item with the callbacks of its caller. */
type Waiting<Item, Answer> = { item: Item; resolve(answer: Answer): void; reject(error: unknown): void };

export type BatcherSettings<Item, Answer> = {
  /** Items of one partition are processed one batch at a time; partitions run in parallel. */
  readonly partitionOf: (item: Item) => string;
  /** Items with the same key never share a batch: the later one waits for the next. */
  readonly keyOf: (item: Item) => string;
  readonly maximum: number;
  /** Maximum number of waiting items; further ones are rejected with `QueueFull`. Unlimited by default. */
  readonly mostWaiting?: number;
  /** Answers the items of a batch in their order. When it throws, every caller of the batch gets the error. */
  readonly work: (items: readonly Item[]) => Promise<readonly Answer[]>;
};

/** Too many items are waiting already. The caller may retry soon. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * Returns a function that processes an item in a batch and returns the item's own answer (group commit). Items that
 * arrive while a batch of their partition is running form the next batch, which starts before the callers of the
 * previous one are answered. Nothing waits for a timer, so the latency of a single call is that of the work itself.
 */
export function createBatcher<Item, Answer>(settings: BatcherSettings<Item, Answer>): (item: Item) => Promise<Answer> {
  const queues = new Map<string, Waiting<Item, Answer>[]>();
  const { mostWaiting = Number.POSITIVE_INFINITY } = settings;

  async function runPartition(partition: string, queue: Waiting<Item, Answer>[]): Promise<void> {
    // Calls that arrive in the same turn of the event loop share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const batch = takeBatch(queue, settings);
      const answer = await workBatch(batch, settings.work);
      // Answer callers while the database works on the next batch.
      if (queue.length > 0) setImmediate(answer);
      else answer();
    }
    queues.delete(partition);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const partition = settings.partitionOf(item);
      const queue = queues.get(partition);
      if (queue !== undefined && queue.length >= mostWaiting) {
        reject(new QueueFull(`more than ${mostWaiting} calls wait`));
        return;
      }
      if (queue !== undefined) {
        queue.push({ item, resolve, reject });
        return;
      }
      const newQueue = [{ item, resolve, reject }];
      queues.set(partition, newQueue);
      void runPartition(partition, newQueue);
    });
}

/** Removes the next batch from the front of the queue. Items whose key is already in the batch stay, in their order. */
function takeBatch<Item, Answer>(
  queue: Waiting<Item, Answer>[],
  settings: BatcherSettings<Item, Answer>,
): Waiting<Item, Answer>[] {
  const keys = new Set<string>();
  const batch: Waiting<Item, Answer>[] = [];
  const later: Waiting<Item, Answer>[] = [];
  for (const entry of queue) {
    const key = settings.keyOf(entry.item);
    if (batch.length >= settings.maximum || keys.has(key)) {
      later.push(entry);
    } else {
      keys.add(key);
      batch.push(entry);
    }
  }
  queue.splice(0, queue.length, ...later);
  return batch;
}

/** Processes a batch; returns a function that answers its callers. */
async function workBatch<Item, Answer>(
  batch: Waiting<Item, Answer>[],
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<() => void> {
  try {
    const answers = await work(batch.map((entry) => entry.item));
    return () => {
      batch.forEach((entry, index) => {
        const answer = answers[index];
        if (answer === undefined) entry.reject(new Error('the batch left an item without an answer'));
        else entry.resolve(answer);
      });
    };
  } catch (error) {
    return () => {
      for (const entry of batch) entry.reject(error);
    };
  }
}
