import { currentTracing, endAfter, startSpan } from './tracing/active-span.ts';
import type { Span, SpanAttributes } from './tracing/span.ts';

/** A queued item with the callbacks of its caller, and the span of its wait where tracing is on. */
type Waiting<Item, Answer> = {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  span: Span | undefined;
};

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
  /** How traces name the batches, and what they show of an item; by default they show neither batches nor waits. */
  readonly traced?: { readonly name: string; readonly attributesOf: (item: Item) => SpanAttributes };
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
      const answer = await workBatch(batch, settings);
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
      const span = startWait(item, settings);
      if (queue !== undefined) {
        queue.push({ item, resolve, reject, span });
        return;
      }
      const newQueue = [{ item, resolve, reject, span }];
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

function startWait<Item, Answer>(item: Item, { traced }: BatcherSettings<Item, Answer>): Span | undefined {
  if (traced === undefined || currentTracing() === undefined) return undefined;
  return startSpan(`${traced.name} wait`, { attributes: traced.attributesOf(item) });
}

/** Processes a batch; returns a function that answers its callers. */
async function workBatch<Item, Answer>(
  batch: Waiting<Item, Answer>[],
  settings: BatcherSettings<Item, Answer>,
): Promise<() => void> {
  try {
    const answers = await workTraced(batch, settings);
    return () => {
      batch.forEach((entry, index) => {
        const answer = answers[index];
        entry.span?.end();
        if (answer === undefined) entry.reject(new Error('the batch left an item without an answer'));
        else entry.resolve(answer);
      });
    };
  } catch (error) {
    return () => {
      for (const entry of batch) {
        entry.span?.end();
        entry.reject(error);
      }
    };
  }
}

/** A batch belongs to all of its callers: a trace of its own, which waits and batch link to each other. */
function workTraced<Item, Answer>(
  batch: Waiting<Item, Answer>[],
  { work, traced }: BatcherSettings<Item, Answer>,
): Promise<readonly Answer[]> {
  const items = batch.map((entry) => entry.item);
  const waits = batch.flatMap(({ span }) => span ?? []);
  if (traced === undefined || waits.length === 0) return work(items);
  const attributes = { 'city_mint.batch_size': batch.length };
  const span = startSpan(`${traced.name} batch`, { parent: undefined, links: waits, attributes });
  if (span === undefined) return work(items);
  for (const wait of waits) wait.link(span);
  return endAfter(span, () => work(items));
}
