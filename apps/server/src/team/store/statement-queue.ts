import type { RawBuilder } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Statements of a transaction that the database executes while the next ones are built. */
export type StatementQueue = {
  /**
   * Adds a statement, executed after the earlier ones. Returns once few are waiting; throws when an earlier one failed.
   */
  add(statement: RawBuilder<unknown>): Promise<void>;
  /** Lets waiting statements be sent before a long computation blocks the event loop. */
  letLeave(): Promise<void>;
};

/** Maximum number of waiting statements, each of some megabytes. */
const MOST_WAITING = 4;
/** Enough time to send such a statement: its socket accepts one part per write. */
const LEAVING_MS = 15;

/**
 * Calls `work` with a queue of statements and returns its result once all of them are executed. After a failure of
 * `work` or of a statement, waiting statements are dropped. The error is thrown only after the running statement has
 * ended: a later statement would run outside the transaction, which has been rolled back by then.
 */
export async function withStatementQueue<Result>(
  tx: Database,
  work: (queue: StatementQueue) => Promise<Result>,
): Promise<Result> {
  let isDropped = false;
  let last: Promise<unknown> = Promise.resolve();
  const waiting: Promise<unknown>[] = [];
  const queue: StatementQueue = {
    async add(statement) {
      last = last.then(() => (isDropped ? undefined : statement.execute(tx)));
      // Awaited below; this handler avoids an unhandled rejection until then.
      last.catch(() => undefined);
      waiting.push(last);
      if (waiting.length > MOST_WAITING) await waiting.shift();
      await new Promise(setImmediate);
    },
    letLeave: () => settledWithin(last, LEAVING_MS),
  };
  try {
    const result = await work(queue);
    await last;
    return result;
  } catch (error) {
    isDropped = true;
    await last.catch(() => undefined);
    throw error;
  }
}

/** Returns once the promise is settled, or after some milliseconds. */
function settledWithin(promise: Promise<unknown>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
