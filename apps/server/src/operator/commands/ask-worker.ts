import { randomUUID } from 'node:crypto';
import type { Database } from '#platform/database/database.ts';
import { findAnswer, insertRequest } from '../store/requests.ts';
import { type StoredRequest, storedFault } from '../stored-request.ts';

/** A request is taken within five seconds or not at all (`expires_at`), and performed within five more. */
const ANSWER_MS = 10_000;

/** No worker answered in time, or the one that took the request could not perform it now: callers see `busy`. */
class WorkerUnavailable extends Error {
  override readonly name = 'TimeoutError';
}

/** Asks workers to perform what operators ask for, and waits for their answers. */
export type WorkerQueue = {
  /** Checks again whether a request is answered, by its id, or each one without an id. */
  readonly wake: (id?: string) => void;
  /** Returns a worker's answer, unparsed. Throws if there is none in time, or if it could not be performed. */
  readonly ask: (request: StoredRequest, callId: string) => Promise<unknown>;
};

/** Returns the queue of requests over connections as the role city_mint_ops. */
export function createWorkerQueue(db: Database): WorkerQueue {
  const waiting = new Map<string, () => void>();
  const nextWake = (id: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(id, resolve);
    return promise;
  };
  const wake = (id?: string) => {
    if (id) waiting.get(id)?.();
    else for (const resume of waiting.values()) resume();
  };
  const ask = async (request: StoredRequest, callId: string) => {
    const id = randomUUID();
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, ANSWER_MS);
    const deadline = performance.now() + ANSWER_MS;
    try {
      let woken = nextWake(id);
      await insertRequest(db, { id, request, callId });
      for (;;) {
        await Promise.race([woken, timeout.promise]);
        woken = nextWake(id);
        const answer = await findAnswer(db, id);
        if (answer !== null) return answerOf(answer);
        if (performance.now() >= deadline) throw new WorkerUnavailable('no worker answered an operator in time');
      }
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };
  return { wake, ask };
}

function answerOf(answer: unknown): unknown {
  const failed = storedFault.safeParse(answer);
  if (!failed.success) return answer;
  if (failed.data.fault === 'busy') throw new WorkerUnavailable('a worker could not answer an operator now');
  throw new Error('a worker failed to answer an operator');
}
