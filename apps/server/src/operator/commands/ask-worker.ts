import { randomUUID } from 'node:crypto';
import type { Database } from '#platform/database/database.ts';
import { createAwaitedAnswers } from '#platform/jobs/awaited-answers.ts';
import { findAnswer, insertRequest } from '../store/requests.ts';
import { type StoredRequest, storedFault } from '../stored-request.ts';

/** A worker must take a request within five seconds (`expires_at`), and perform it within five more. */
const ANSWER_MS = 10_000;

/** No worker answered in time, or the worker that took the request could not perform it now: callers get `busy`. */
class WorkerUnavailable extends Error {
  override readonly name = 'TimeoutError';
}

/** Sends operators' requests to workers, and waits for their answers. */
export type WorkerQueue = {
  /** Checks for the answer to a request by its id, or to all pending requests without an id. */
  readonly wake: (id?: string) => void;
  /** Returns a worker's answer, unparsed. Throws if there is none in time, or if the request could not be performed. */
  readonly ask: (request: StoredRequest, callId: string) => Promise<unknown>;
};

/** Returns the queue of requests over connections as the role city_mint_ops. */
export function createWorkerQueue(db: Database): WorkerQueue {
  const { wake, waitFor } = createAwaitedAnswers();
  const ask = async (request: StoredRequest, callId: string) => {
    const id = randomUUID();
    await insertRequest(db, { id, request, callId });
    const answer = await waitFor({ id, timeoutMs: ANSWER_MS, read: () => findAnswer(db, id) });
    if (answer === null) throw new WorkerUnavailable('no worker answered an operator in time');
    return answerOf(answer);
  };
  return { wake, ask };
}

function answerOf(answer: unknown): unknown {
  const failed = storedFault.safeParse(answer);
  if (!failed.success) return answer;
  if (failed.data.fault === 'busy') throw new WorkerUnavailable('a worker could not answer an operator now');
  throw new Error('a worker failed to answer an operator');
}
