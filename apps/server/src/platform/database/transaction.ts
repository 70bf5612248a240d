import { setTimeout as sleep } from 'node:timers/promises';
import { annotate, tracedPart } from '../tracing/active-span.ts';
import type { Database } from './database.ts';

const ATTEMPTS = 4;
/** Serialization failure and deadlock: the database rolled the transaction back, so all of it can be retried. */
const RETRYABLE = new Set(['40001', '40P01']);
/** A session ended (functions/session/valid-session.sql) after the transaction had read it; a retry reads its end. */
export const SESSION_ENDED = '28S01';
/** A duplicate of a unique key that another transaction has committed since; a retry reads that row. */
const KEY_EXISTS = '23505';

/**
 * Runs `work` in one transaction and returns its result. Retries all of it, at most three times, when the database
 * rolled it back for a deadlock or a serialization failure, so `work` must have no effect outside the database.
 */
export function inTransaction<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return retryTransaction(() => db.transaction().execute(work));
}

/**
 * Runs work that is itself a transaction and returns its result; retries like `inTransaction`. With `whenKeyExists`
 * also when another transaction inserted one of its keys first, for work that reads its keys before it writes them;
 * with `whenSessionEnds` also when one of many sessions ended.
 */
export function retryTransaction<Result>(
  transact: () => Promise<Result>,
  retried: { readonly whenKeyExists?: boolean; readonly whenSessionEnds?: boolean } = {},
): Promise<Result> {
  return tracedPart('transaction', () => retry(transact, retried));
}

async function retry<Result>(
  transact: () => Promise<Result>,
  { whenKeyExists = false, whenSessionEnds = false },
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      const code = databaseErrorCode(error) ?? '';
      const isRetried =
        RETRYABLE.has(code) || (whenKeyExists && code === KEY_EXISTS) || (whenSessionEnds && code === SESSION_ENDED);
      if (attempt >= ATTEMPTS || !isRetried) throw error;
      annotate({ 'city_mint.retries': attempt });
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** Returns the SQLSTATE of a database error; undefined for any other error. */
export function databaseErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
